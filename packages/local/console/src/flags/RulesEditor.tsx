import { ActionIcon, Tooltip } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@primer/octicons-react'
import type { Clause, Rule, ServerFlag } from '../../../src/flags/serverFlag.ts'
import { AddButton } from './AddButton.tsx'
import { ClauseEditor } from './ClauseEditor.tsx'
import type { EditGround } from './editGround.ts'
import { EditorSection } from './EditorSection.tsx'
import { moved, replaced, without } from './listEdits.ts'
import { ProblemAt } from './Problems.tsx'
import classes from './RulesEditor.module.css'
import { ServeEditor } from './ServeEditor.tsx'

interface RulesEditorProps {
  readonly flag: ServerFlag
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag) => void
}

const NEW_CLAUSE: Clause = { attribute: '', op: 'in', values: [], contextKind: 'user', negate: false }

/** The rules of a flag. The first matching rule applies. */
export function RulesEditor({ flag, ground, onChange }: RulesEditorProps) {
  const { rules } = flag
  const set = (next: readonly Rule[]) => onChange({ ...flag, rules: next })
  return (
    <EditorSection
      title="Rules"
      says="The first matching rule applies."
      action={{
        name: 'Add a rule',
        do: () => set([...rules, { id: newId(rules), clauses: [NEW_CLAUSE], variation: 0 }]),
      }}
    >
      {rules.map((rule, index) => {
        const name = `Rule ${index + 1}`
        const path = `rules[${index}]`
        const change = (next: Rule) => set(replaced(rules, index, next))
        return (
          <article
            className={classes.rule}
            aria-label={name}
            data-decides={ground.decides?.type === 'rule' && ground.decides.index === index}
            key={rule.id ?? index}
          >
            <header className={classes.head}>
              <h4 className={classes.name}>{name}</h4>
              <RuleTools
                name={name}
                onUp={index > 0 ? () => set(moved(rules, index, -1)) : undefined}
                onDown={index < rules.length - 1 ? () => set(moved(rules, index, 1)) : undefined}
                onRemove={() => set(without(rules, index))}
              />
            </header>
            {rule.clauses.map((clause, place) => (
              <ClauseEditor
                word={place === 0 ? 'if' : 'and'}
                name={rule.clauses.length === 1 ? name : `${name}, condition ${place + 1}`}
                clause={clause}
                ground={ground}
                path={`${path}.clauses[${place}]`}
                onChange={(next) => change({ ...rule, clauses: replaced(rule.clauses, place, next) })}
                onRemove={
                  rule.clauses.length > 1 ? () => change({ ...rule, clauses: without(rule.clauses, place) }) : undefined
                }
                key={place}
              />
            ))}
            <div className={classes.then}>
              <span className={classes.word}>serve</span>
              <ServeEditor
                name={name}
                served={rule}
                flag={flag}
                path={path}
                onChange={(served) => change({ ...withoutServed(rule), ...served })}
              />
              <AddButton
                className={classes.and ?? ''}
                variant="subtle"
                color="gray"
                name="and…"
                aria-label={`${name}: and… (add a condition)`}
                onAdd={() => change({ ...rule, clauses: [...rule.clauses, NEW_CLAUSE] })}
              />
            </div>
            <ProblemAt path={`${path}.clauses`} isWhole />
          </article>
        )
      })}
      <ProblemAt path="rules" isWhole />
    </EditorSection>
  )
}

interface RuleToolsProps {
  readonly name: string
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
  readonly onRemove: () => void
}

function RuleTools({ name, onUp, onDown, onRemove }: RuleToolsProps) {
  const tools = [
    { says: 'Earlier', icon: ArrowUpIcon, do: onUp },
    { says: 'Later', icon: ArrowDownIcon, do: onDown },
    { says: 'Remove', icon: TrashIcon, do: onRemove },
  ]
  return (
    <div className={classes.tools}>
      {tools.map(({ says, icon: Icon, do: act }) => (
        <Tooltip label={says} key={says}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            onClick={act}
            disabled={act === undefined}
            aria-label={`${name}: ${says.toLowerCase()}`}
            data-removes={act === onRemove ? 'rule' : undefined}
          >
            <Icon size={14} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}

function withoutServed({ variation: _, rollout: __, ...rule }: Rule): Rule {
  return rule
}

/** The first free id of the form `rule-n`. */
function newId(rules: readonly Rule[]): string {
  const taken = new Set(rules.map(({ id }) => id))
  let number = rules.length + 1
  while (taken.has(`rule-${number}`)) number++
  return `rule-${number}`
}

import { Autocomplete, NativeSelect, TagsInput } from '@mantine/core'
import type { Clause } from '../../../src/flags/serverFlag.ts'
import { attributesOf, readValue, samplesOf, valueType } from './clauseValues.ts'
import fields from './FieldRow.module.css'
import classes from './RulesEditor.module.css'
import type { EditGround } from './editGround.ts'
import { OPERATORS } from './operators.ts'
import { ProblemAt, useProblemAt } from './Problems.tsx'
import { RemoveButton } from './RemoveButton.tsx'

interface ClauseEditorProps {
  /** The word before the condition: `if` or `and`. */
  readonly word: string
  /** The rule's name, for the accessible names of the fields. */
  readonly name: string
  readonly clause: Clause
  readonly ground: EditGround
  readonly path: string
  readonly onChange: (clause: Clause) => void
  readonly onRemove: (() => void) | undefined
}

/** One condition: an attribute, an operator and values. */
export function ClauseEditor({ word, name, clause, ground, path, onChange, onRemove }: ClauseEditorProps) {
  const { op, values } = clause
  // A segment clause needs no attribute, and an export may have null in place of an absent field.
  const [attribute, negate, contextKind] = [
    clause.attribute ?? '',
    clause.negate ?? false,
    clause.contextKind ?? 'user',
  ]
  const isSegment = op === 'segmentMatch'
  const type = valueType(clause, ground.users)
  const wrongAttribute = useProblemAt(`${path}.attribute`)
  const wrongValues = useProblemAt(`${path}.values`)
  const suggestions = isSegment ? ground.segments : samplesOf(ground.users, attribute)

  function chooseOperator(choice: string): void {
    const [next = '', not] = choice.split(' ')
    // A segment tests the whole context, not an attribute.
    onChange({ ...clause, op: next, negate: not === 'not', ...(next === 'segmentMatch' && { attribute: '' }) })
  }

  return (
    <div className={fields.row}>
      <span className={classes.word}>{word}</span>
      {!isSegment && (
        <Autocomplete
          size="xs"
          className={classes.attribute}
          aria-label={`${name}: attribute`}
          value={contextKind === 'user' ? attribute : `${contextKind}.${attribute}`}
          onChange={(typed) => onChange({ ...clause, attribute: attributeIn(typed, contextKind) })}
          data={[...attributesOf(ground.users)]}
          error={wrongAttribute}
          placeholder="attribute"
        />
      )}
      <NativeSelect
        size="xs"
        className={classes.operator}
        aria-label={`${name}: operator`}
        value={`${op}${negate ? ' not' : ''}`}
        onChange={(change) => chooseOperator(change.currentTarget.value)}
        data={operatorChoices(op)}
      />
      <TagsInput
        size="xs"
        className={classes.values}
        aria-label={`${name}: values`}
        value={values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))}
        onChange={(typed) => onChange({ ...clause, values: typed.map((value) => readValue(value, type)) })}
        data={[...suggestions]}
        error={wrongValues}
        placeholder={values.length === 0 ? (type === 'number' ? 'numbers' : 'values, Enter after each') : ''}
        acceptValueOnBlur
      />
      <RemoveButton name={`${name}: remove this condition`} onRemove={onRemove} />
      <ProblemAt path={path} isWhole />
      <ProblemAt path={`${path}.op`} />
    </div>
  )
}

/** An attribute of another context kind is written with that kind as a prefix, and keeps its kind. */
function attributeIn(typed: string, contextKind: string): string {
  return contextKind !== 'user' && typed.startsWith(`${contextKind}.`) ? typed.slice(contextKind.length + 1) : typed
}

function operatorChoices(current: string) {
  const known = Object.entries(OPERATORS)
  const all = OPERATORS[current] === undefined ? [...known, [current, [current, `not ${current}`]] as const] : known
  return all.flatMap(([op, [plain, negated]]) => [
    { value: op, label: plain },
    { value: `${op} not`, label: negated },
  ])
}

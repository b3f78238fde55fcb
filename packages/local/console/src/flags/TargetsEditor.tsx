import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { nameOf } from '../people/nameOf.ts'
import type { EditGround } from './editGround.ts'
import { EditorSection } from './EditorSection.tsx'
import classes from './FieldRow.module.css'
import { targetRows, withTargetRows, type TargetRow } from './flagEdits.ts'
import { replaced, without } from './listEdits.ts'
import { ProblemAt } from './Problems.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { variationChoices } from './variationNames.ts'

interface TargetsEditorProps {
  readonly flag: ServerFlag
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag) => void
}

const isFound = (texts: readonly string[], search: string) =>
  texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()))

function SuggestedUser({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  return (
    <span className={classes.suggested}>
      {id}
      {name !== id && <span className={classes.suggestedName}>{name}</span>}
    </span>
  )
}

/** Individual targets, which are evaluated before any rule. */
export function TargetsEditor({ flag, ground, onChange }: TargetsEditorProps) {
  const rows = targetRows(flag)
  const set = (next: readonly TargetRow[]) => onChange(withTargetRows(flag, next))
  const names = new Map(ground.users.map((user) => [user.identity.unique_identity, nameOf(user)]))
  const { decides } = ground
  return (
    <EditorSection
      title="Targets"
      says={rows.length === 0 ? 'No individual targets.' : 'Served before any rule.'}
      action={{ name: 'Add a target', do: () => set([...rows, { contextKind: 'user', variation: 0, values: [] }]) }}
      decides={decides?.type === 'target'}
    >
      {rows.map((row, index) => (
        <div className={classes.row} key={index}>
          <TextInput
            size="xs"
            className={classes.kind}
            aria-label={`Target ${index + 1}: kind of context`}
            value={row.contextKind}
            onChange={(change) => set(replaced(rows, index, { ...row, contextKind: change.currentTarget.value }))}
          />
          <TagsInput
            size="xs"
            className={classes.grow}
            aria-label={`Target ${index + 1}: keys`}
            value={[...row.values]}
            onChange={(values) => set(replaced(rows, index, { ...row, values }))}
            data={row.contextKind === 'user' ? [...names.keys()] : []}
            renderOption={({ option }) => <SuggestedUser id={option.value} name={names.get(option.value)} />}
            filter={({ options, search }) =>
              options.filter(
                (option) => 'value' in option && isFound([option.value, names.get(option.value) ?? ''], search),
              )
            }
            data-first-field
            placeholder={row.values.length === 0 ? 'keys, Enter after each' : ''}
            acceptValueOnBlur
          />
          <span className={classes.word}>→</span>
          <NativeSelect
            size="xs"
            className={classes.choice}
            aria-label={`Target ${index + 1}: serves`}
            value={String(row.variation)}
            onChange={(change) => set(replaced(rows, index, { ...row, variation: Number(change.currentTarget.value) }))}
            data={[...variationChoices(flag)]}
          />
          <RemoveButton name={`Remove target ${index + 1}`} onRemove={() => set(without(rows, index))} />
        </div>
      ))}
      <ProblemAt path="targets" />
      <ProblemAt path="contextTargets" />
    </EditorSection>
  )
}

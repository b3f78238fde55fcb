import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Json, ServerFlag } from '../../../src/flags/serverFlag.ts'
import { EditorSection } from './EditorSection.tsx'
import classes from './FieldRow.module.css'
import { withoutVariation } from './flagEdits.ts'
import type { Unread } from './flagDraft.ts'
import { replaced, without } from './listEdits.ts'
import { ProblemAt, useProblemAt } from './Problems.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { withVariationName } from './variationNames.ts'
import { readVariation, variationText, variationType, type VariationType } from './variationText.ts'

interface VariationsEditorProps {
  readonly flag: ServerFlag
  readonly unread: Unread
  readonly onChange: (flag: ServerFlag, unread?: Unread) => void
}

/** The values that a flag can have. */
export function VariationsEditor({ flag, unread, onChange }: VariationsEditorProps) {
  const { variations } = flag
  const type = variationType(variations)
  const texts = variations.map((_, index) => unread.variations[index])
  const set = (index: number, value: Json, text: string | undefined) =>
    onChange(
      { ...flag, variations: replaced(variations, index, value) },
      { ...unread, variations: replaced(texts, index, text) },
    )
  return (
    <EditorSection
      title="Variations"
      says={type === 'text' ? 'Strings' : 'JSON values'}
      action={{
        name: 'Add a variation',
        do: () => onChange({ ...flag, variations: [...variations, type === 'text' ? '' : null] }),
      }}
    >
      {variations.map((value, index) => (
        <div className={classes.row} key={index}>
          <span className={classes.index} data-colour={index % 5} />
          <VariationField
            index={index}
            value={value}
            wrong={texts[index]}
            type={type}
            onRead={(next) => set(index, next, undefined)}
            onWrong={(text) => set(index, value, text)}
          />
          <NameField
            index={index}
            name={flag.variationNames?.[index] ?? ''}
            onChange={(name) => onChange(withVariationName(flag, index, name))}
          />
          <RemoveButton
            name={`Remove variation ${index + 1}`}
            onRemove={
              variations.length > 1
                ? () => onChange(withoutVariation(flag, index), { ...unread, variations: without(texts, index) })
                : undefined
            }
          />
        </div>
      ))}
      <ProblemAt path="variations" isWhole />
      <ProblemAt path="variationNames" isWhole />
    </EditorSection>
  )
}

interface NameFieldProps {
  readonly index: number
  readonly name: string
  readonly onChange: (name: string) => void
}

function NameField({ index, name, onChange }: NameFieldProps) {
  return (
    <TextInput
      size="xs"
      className={classes.name}
      aria-label={`Name ${index + 1}`}
      placeholder="name"
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={useProblemAt(`variationNames[${index}]`)}
    />
  )
}

interface VariationFieldProps {
  readonly index: number
  readonly value: Json
  /** The invalid JSON in the field, if any. */
  readonly wrong: string | undefined
  readonly type: VariationType
  readonly onRead: (value: Json) => void
  readonly onWrong: (text: string) => void
}

function VariationField({ index, value, wrong, type, onRead, onWrong }: VariationFieldProps) {
  // The typed text is kept while it stands for the value, so that the formatting does not change under the cursor.
  const [typed, setTyped] = useState<string>()
  const problem = useProblemAt(`variations[${index}]`)

  function change(next: string): void {
    setTyped(next)
    const read = readVariation(next, type)
    if (read === undefined) onWrong(next)
    else onRead(read)
  }

  return (
    <TextInput
      size="xs"
      className={`${classes.grow} ${classes.mono}`}
      aria-label={`Variation ${index + 1}`}
      value={wrong ?? typed ?? variationText(value, type)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      error={problem}
    />
  )
}

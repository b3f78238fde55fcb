import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Json, ServerFlag } from '../../../src/flags/serverFlag.ts'
import { EditorSection } from './EditorSection.tsx'
import classes from './FieldRow.module.css'
import { withoutVariation } from './flagEdits.ts'
import { replaced } from './listEdits.ts'
import { ProblemAt, useProblemAt } from './Problems.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { readVariation, variationText, variationType, type VariationType } from './variationText.ts'

interface VariationsEditorProps {
  readonly flag: ServerFlag
  readonly onChange: (flag: ServerFlag) => void
}

/** The values that a flag can have. */
export function VariationsEditor({ flag, onChange }: VariationsEditorProps) {
  const { variations } = flag
  const type = variationType(variations)
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
            type={type}
            onChange={(next) => onChange({ ...flag, variations: replaced(variations, index, next) })}
          />
          <RemoveButton
            name={`Remove variation ${index + 1}`}
            onRemove={variations.length > 1 ? () => onChange(withoutVariation(flag, index)) : undefined}
          />
        </div>
      ))}
      <ProblemAt path="variations" isWhole />
    </EditorSection>
  )
}

interface VariationFieldProps {
  readonly index: number
  readonly value: Json
  readonly type: VariationType
  readonly onChange: (value: Json) => void
}

function VariationField({ index, value, type, onChange }: VariationFieldProps) {
  // The typed text is kept while it stands for the value. Incomplete JSON does not change the value.
  const [typed, setTyped] = useState<string>()
  const problem = useProblemAt(`variations[${index}]`)
  const text = variationText(value, type)
  const isBroken = typed !== undefined && readVariation(typed, type) === undefined

  function change(next: string): void {
    setTyped(next)
    const read = readVariation(next, type)
    if (read !== undefined) onChange(read)
  }

  return (
    <TextInput
      size="xs"
      className={`${classes.grow} ${classes.mono}`}
      aria-label={`Variation ${index + 1}`}
      value={typed ?? text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => isBroken || setTyped(undefined)}
      error={isBroken ? 'Invalid JSON. The previous value is kept.' : problem}
    />
  )
}

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { EditGround } from './editGround.ts'
import { EditorSection } from './EditorSection.tsx'
import classes from './FieldRow.module.css'
import { ProblemAt, useProblemAt } from './Problems.tsx'
import { ServeEditor } from './ServeEditor.tsx'
import { shortVariation } from './shortVariation.ts'

interface ServingEditorProps {
  readonly flag: ServerFlag
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag) => void
}

const FALLBACK = 'fallback'

/** What everybody else gets, what everybody gets when it is off, and who may ask at all. */
export function ServingEditor({ flag, ground, onChange }: ServingEditorProps) {
  const { decides } = ground
  const wrongOff = useProblemAt('offVariation')
  const availability = flag.clientSideAvailability
  return (
    <>
      <EditorSection
        title="Otherwise"
        says="Whom no target names and no rule fits."
        decides={decides?.type === 'fallthrough'}
      >
        <ServeEditor
          name="Otherwise"
          served={flag.fallthrough}
          variations={flag.variations}
          path="fallthrough"
          onChange={(fallthrough) => onChange({ ...flag, fallthrough })}
        />
      </EditorSection>
      <EditorSection title="When it is off" says="For everybody." decides={decides?.type === 'off'}>
        <NativeSelect
          size="xs"
          className={classes.choice}
          aria-label="When it is off: serves"
          value={typeof flag.offVariation === 'number' ? String(flag.offVariation) : FALLBACK}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...flag, offVariation: value === FALLBACK ? null : Number(value) })
          }
          data={[
            ...flag.variations.map((value, index) => ({ value: String(index), label: shortVariation(value) })),
            { value: FALLBACK, label: 'the application’s fallback' },
          ]}
          error={wrongOff}
        />
      </EditorSection>
      <EditorSection title="About it">
        <div className={classes.line}>
          <TextInput
            size="xs"
            className={classes.grow}
            aria-label="Description"
            placeholder="What it is for"
            value={flag.description ?? ''}
            onChange={(change) => onChange({ ...flag, description: change.currentTarget.value })}
          />
          <Checkbox
            size="xs"
            label="Browsers may ask for it"
            checked={availability.usingEnvironmentId === true}
            onChange={(change) =>
              onChange({
                ...flag,
                clientSideAvailability: { ...availability, usingEnvironmentId: change.currentTarget.checked },
              })
            }
          />
        </div>
        <ProblemAt path="clientSideAvailability" />
        <ProblemAt path="description" />
      </EditorSection>
    </>
  )
}

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { EditGround } from './editGround.ts'
import { EditorSection } from './EditorSection.tsx'
import classes from './FieldRow.module.css'
import type { Unread } from './flagDraft.ts'
import { MetadataField } from './MetadataField.tsx'
import { ProblemAt, useProblemAt } from './Problems.tsx'
import { ServeEditor } from './ServeEditor.tsx'
import { variationChoices } from './variationNames.ts'

interface ServingEditorProps {
  readonly flag: ServerFlag
  readonly unread: Unread
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag, unread?: Unread) => void
}

const FALLBACK = 'fallback'

/** The default rule, the off variation, and whether browsers may evaluate the flag. */
export function ServingEditor({ flag, unread, ground, onChange }: ServingEditorProps) {
  const { decides } = ground
  const wrongOff = useProblemAt('offVariation')
  const availability = flag.clientSideAvailability
  return (
    <>
      <EditorSection
        title="Default rule"
        says="Served when no target and no rule matches."
        decides={decides?.type === 'fallthrough'}
      >
        <ServeEditor
          name="Default rule"
          served={flag.fallthrough}
          flag={flag}
          path="fallthrough"
          onChange={(fallthrough) => onChange({ ...flag, fallthrough })}
        />
      </EditorSection>
      <EditorSection
        title="Off variation"
        says="Served to everyone while the flag is off."
        decides={decides?.type === 'off'}
      >
        <NativeSelect
          size="xs"
          className={classes.choice}
          aria-label="Off variation: serves"
          value={typeof flag.offVariation === 'number' ? String(flag.offVariation) : FALLBACK}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...flag, offVariation: value === FALLBACK ? null : Number(value) })
          }
          data={[...variationChoices(flag), { value: FALLBACK, label: 'the application’s fallback' }]}
          error={wrongOff}
        />
      </EditorSection>
      <EditorSection title="Details">
        <div className={classes.line}>
          <TextInput
            size="xs"
            className={classes.grow}
            aria-label="Description"
            placeholder="Description"
            value={flag.description ?? ''}
            onChange={(change) => onChange({ ...flag, description: change.currentTarget.value })}
          />
          <Checkbox
            size="xs"
            label="Available in browsers"
            checked={availability.usingEnvironmentId === true}
            onChange={(change) =>
              onChange({
                ...flag,
                clientSideAvailability: { ...availability, usingEnvironmentId: change.currentTarget.checked },
              })
            }
          />
        </div>
        <MetadataField flag={flag} unread={unread} onChange={onChange} />
        <ProblemAt path="clientSideAvailability" />
        <ProblemAt path="description" />
      </EditorSection>
    </>
  )
}

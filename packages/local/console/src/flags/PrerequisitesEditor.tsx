import { NativeSelect } from '@mantine/core'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { EditGround } from './editGround.ts'
import { EditorSection } from './EditorSection.tsx'
import classes from './FieldRow.module.css'
import { replaced, without } from './listEdits.ts'
import { ProblemAt } from './Problems.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { variationChoices } from './variationNames.ts'

interface PrerequisitesEditorProps {
  readonly flag: ServerFlag
  readonly ground: EditGround
  readonly onChange: (flag: ServerFlag) => void
}

/** The variations that other flags must serve before this flag is evaluated. */
export function PrerequisitesEditor({ flag, ground, onChange }: PrerequisitesEditorProps) {
  const { prerequisites } = flag
  const others = ground.flags.filter(({ key }) => key !== flag.key)
  const set = (next: ServerFlag['prerequisites']) => onChange({ ...flag, prerequisites: next })
  const [first] = others
  return (
    <EditorSection
      title="Prerequisites"
      says={
        prerequisites.length === 0
          ? 'No prerequisites.'
          : 'All must match. If one does not, the flag serves its off variation.'
      }
      decides={ground.decides?.type === 'prerequisite'}
      {...(first && {
        action: { name: 'Add a prerequisite', do: () => set([...prerequisites, { key: first.key, variation: 0 }]) },
      })}
    >
      {prerequisites.map((needed, index) => {
        const other = others.find((one) => one.key === needed.key)
        const key = needed.key ?? ''
        const keys = other === undefined ? [key, ...others.map((one) => one.key)] : others.map((one) => one.key)
        const name = `Prerequisite ${index + 1}`
        return (
          <div className={classes.row} key={index}>
            <NativeSelect
              size="xs"
              className={classes.grow}
              aria-label={`${name}: flag`}
              value={key}
              onChange={(change) =>
                set(replaced(prerequisites, index, { key: change.currentTarget.value, variation: 0 }))
              }
              data={keys}
            />
            <span className={classes.word}>serves</span>
            <NativeSelect
              size="xs"
              className={classes.choice}
              aria-label={`${name}: variation`}
              value={String(needed.variation)}
              onChange={(change) =>
                set(replaced(prerequisites, index, { ...needed, variation: Number(change.currentTarget.value) }))
              }
              data={other === undefined ? [] : [...variationChoices(other)]}
            />
            <RemoveButton name={`Remove ${name.toLowerCase()}`} onRemove={() => set(without(prerequisites, index))} />
            <ProblemAt path={`prerequisites[${index}]`} />
          </div>
        )
      })}
      <ProblemAt path="prerequisites" isWhole />
    </EditorSection>
  )
}

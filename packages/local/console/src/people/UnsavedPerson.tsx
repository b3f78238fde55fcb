import pressable from '../shell/PressableRow.module.css'
import { UnsavedMark } from '../shell/UnsavedMark.tsx'
import { Avatar } from './Avatar.tsx'
import classes from './PersonListItem.module.css'
import type { PersonDraft } from './usePersonDrafts.ts'

interface UnsavedPersonProps {
  readonly draft: PersonDraft
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** A person in the list who has unsaved edits and is not in the file: a new one, or one who was removed from it. */
export function UnsavedPerson({ draft, isOpen, onOpen }: UnsavedPersonProps) {
  const textOf = (name: string) => draft.rows.find((row) => row.name === name)?.text
  const name = textOf('user_name') || textOf('unique_identity') || 'New person'
  return (
    <button
      className={`${pressable.row} ${classes.person}`}
      onClick={onOpen}
      data-item
      aria-current={isOpen ? 'true' : undefined}
    >
      <Avatar name={name} isImpersonated={false} />
      <span className={pressable.words}>
        <span className={classes.first}>
          <span className={pressable.name}>{name}</span>
          <UnsavedMark />
        </span>
        <span className={classes.details}>
          {draft.user === undefined ? 'New, not saved yet' : 'Removed from the file while being edited'}
        </span>
      </span>
    </button>
  )
}

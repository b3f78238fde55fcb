import type { ConsoleConnections } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { Avatar } from './Avatar.tsx'
import { nameOf, nameOfAddress } from './nameOf.ts'
import pressable from '../shell/PressableRow.module.css'
import { UnsavedMark } from '../shell/UnsavedMark.tsx'
import classes from './PersonListItem.module.css'

interface PersonListItemProps {
  readonly user: LocalUser
  readonly users: readonly LocalUser[]
  readonly connections: ConsoleConnections
  readonly isOpen: boolean
  /** Whether the person has unsaved changes. */
  readonly isEdited: boolean
  readonly onOpen: () => void
}

/** A person in the list, with their impersonator, and whether they are signed in now. */
export function PersonListItem({ user, users, connections, isOpen, isEdited, onOpen }: PersonListItemProps) {
  const { identity, level } = user
  const name = nameOf(user)
  const id = identity.unique_identity
  const impersonator = identity['mimic_user']
  const tabs = connections.tabs.filter((tab) => tab.identity === id && !tab.isQuiet).length
  const streams = connections.streams.filter(
    ({ contextKey, endedAt }) => contextKey === id && endedAt === undefined,
  ).length
  const details = [identity['company_name'], id, level].filter(Boolean).map(String)
  return (
    <button
      className={`${pressable.row} ${classes.person}`}
      onClick={onOpen}
      data-item
      aria-current={isOpen ? 'true' : undefined}
    >
      <Avatar name={name} isImpersonated={Boolean(impersonator)} />
      <span className={pressable.words}>
        <span className={classes.first}>
          <span className={pressable.name}>{name}</span>
          {isEdited && <UnsavedMark />}
          {tabs + streams > 0 && <span className={classes.here}>{hereText(tabs, streams)}</span>}
        </span>
        <span className={classes.details}>{details.join(' · ')}</span>
        {Boolean(impersonator) && (
          <span className={classes.impersonator}>
            <strong>{nameOfAddress(String(impersonator), users)}</strong>, viewing as {name}
          </span>
        )}
      </span>
    </button>
  )
}

function hereText(tabs: number, streams: number): string {
  if (tabs > 0) return tabs === 1 ? '1 tab' : `${tabs} tabs`
  return streams === 1 ? '1 stream' : `${streams} streams`
}

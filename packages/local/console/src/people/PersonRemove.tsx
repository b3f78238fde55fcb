import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command, refusalOf } from '../feed/command.ts'
import { AskToRemove } from '../shell/AskToRemove.tsx'
import { nameOf } from './nameOf.ts'

interface PersonRemoveProps {
  readonly user: LocalUser
  readonly isLive: boolean
  readonly onRemoved: () => void
}

/** Removes a person from the file after a confirmation. This cannot be undone. */
export function PersonRemove({ user, isLive, onRemoved }: PersonRemoveProps) {
  const path = `/console/people/${encodeURIComponent(user.identity.unique_identity)}`
  const remove = async () => {
    const refusal = refusalOf(await command(path, undefined, 'DELETE'))
    if (refusal === undefined) onRemoved()
    return refusal
  }
  return (
    <AskToRemove name={nameOf(user)} label="Remove" isLive={isLive} remove={remove}>
      Their token stops working. Their events are kept. This cannot be undone here.
    </AskToRemove>
  )
}

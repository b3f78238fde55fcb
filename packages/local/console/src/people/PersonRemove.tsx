import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command, refusalOf } from '../feed/command.ts'
import { AskToRemove } from '../shell/AskToRemove.tsx'
import { nameOf } from './nameOf.ts'

interface PersonRemoveProps {
  readonly user: LocalUser
  readonly isLive: boolean
  readonly onRemoved: () => void
}

/** Takes somebody out of the file, after asking: there is no way back but to add them again. */
export function PersonRemove({ user, isLive, onRemoved }: PersonRemoveProps) {
  const path = `/console/people/${encodeURIComponent(user.identity.unique_identity)}`
  const remove = async () => {
    const refusal = refusalOf(await command(path, undefined, 'DELETE'))
    if (refusal === undefined) onRemoved()
    return refusal
  }
  return (
    <AskToRemove name={nameOf(user)} label="Remove" isLive={isLive} remove={remove}>
      Their token is not known any more then. What they did stays.
    </AskToRemove>
  )
}

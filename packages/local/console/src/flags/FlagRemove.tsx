import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { command, refusalOf } from '../feed/command.ts'
import { AskToRemove } from '../shell/AskToRemove.tsx'

interface FlagRemoveProps {
  readonly flag: ServerFlag
  readonly environment: string
  readonly isLive: boolean
}

/** Takes a flag out of the file, after asking; it can be taken back from the history of the others. */
export function FlagRemove({ flag, environment, isLive }: FlagRemoveProps) {
  const path = `/console/flags/${encodeURIComponent(environment)}/${encodeURIComponent(flag.key)}`
  const remove = async () => refusalOf(await command(path, undefined, 'DELETE'))
  return (
    <AskToRemove name={flag.key} label="Remove the flag" isLive={isLive} remove={remove}>
      Pages get their own fallback then. “Removed just now”, below the flags, takes it back.
    </AskToRemove>
  )
}

import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { command, refusalOf } from '../feed/command.ts'
import { AskToRemove } from '../shell/AskToRemove.tsx'

interface FlagRemoveProps {
  readonly flag: ServerFlag
  readonly environment: string
  readonly isLive: boolean
  readonly onRemoved: () => void
}

/** Removes a flag from the file after a confirmation. It can be restored from the list of removed flags. */
export function FlagRemove({ flag, environment, isLive, onRemoved }: FlagRemoveProps) {
  const path = `/console/flags/${encodeURIComponent(environment)}/${encodeURIComponent(flag.key)}`
  const remove = async () => {
    const refusal = refusalOf(await command(path, undefined, 'DELETE'))
    if (refusal === undefined) onRemoved()
    return refusal
  }
  return (
    <AskToRemove name={flag.key} label="Remove the flag" isLive={isLive} remove={remove}>
      Applications then use their own fallback value. You can restore the flag from “Recently removed”, below the list.
    </AskToRemove>
  )
}

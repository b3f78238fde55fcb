import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { FlagItem } from './FlagItem.tsx'

interface FlagsPaneProps {
  readonly state: ConsoleState | undefined
  readonly isLive: boolean
}

export function FlagsPane({ state, isLive }: FlagsPaneProps) {
  return (
    <Pane title="Flags" count={state?.flags.length}>
      {state?.flags.map((flag) => (
        <FlagItem flag={flag} counts={state.counts[flag.key] ?? {}} isLive={isLive} key={flag.key} />
      ))}
      {state?.flags.length === 0 && (
        <Empty title="No flags yet">
          Put the first one under <code>flags</code> in <code>{state.flagsFile.path}</code>. It appears here when you
          save.
        </Empty>
      )}
    </Pane>
  )
}

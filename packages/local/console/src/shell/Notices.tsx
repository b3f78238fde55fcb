import { ZapIcon } from '@primer/octicons-react'
import { ErrorBoundary } from 'react-error-boundary'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { faultText } from '../faults/faultChoices.ts'
import { clearFaults } from '../faults/faultCommands.ts'
import type { FeedState } from '../feed/feedState.ts'
import { BrokenNotice } from './BrokenNotice.tsx'
import { Notice } from './Notice.tsx'

interface NoticesProps {
  readonly connection: FeedState['connection']
  readonly state: ConsoleState | undefined
}

/** The notices for all views: not connected, invalid files, active faults. */
export function Notices(props: NoticesProps) {
  return (
    <div aria-live="polite">
      <ErrorBoundary fallback={<BrokenNotice name="Notices" />} resetKeys={[props.connection]}>
        <All {...props} />
      </ErrorBoundary>
    </div>
  )
}

function All({ connection, state }: NoticesProps) {
  const files = [state?.flagsFile, state?.usersFile].filter((file) => file !== undefined && file.problems.length > 0)
  return (
    <>
      {connection === 'lost' && (
        <Notice tone="red" title="The local services do not respond. Reconnecting…">
          You see the last known state. The console reconnects by itself.
        </Notice>
      )}
      {files.map(
        (file) =>
          file && (
            <Notice
              tone="amber"
              title={`${fileName(file.path)} has errors. The last valid version stays active.`}
              key={file.path}
            >
              {file.problems.join(' ')}
            </Notice>
          ),
      )}
      {state !== undefined && state.faults.length > 0 && (
        <Notice
          tone="red"
          title="Faults are active:"
          icon={ZapIcon}
          action={{
            name: 'Clear all faults',
            do() {
              void clearFaults()
              // The button goes away with its notice. The control that had the focus before may be one that sets faults.
              document.querySelector('main')?.focus()
            },
          }}
        >
          {state.faults.map(faultText).join(' · ')}
        </Notice>
      )}
    </>
  )
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

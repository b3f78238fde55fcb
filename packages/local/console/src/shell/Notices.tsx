import { IconBolt } from '@tabler/icons-react'
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

/** What everybody has to know who looks at any part: that it is not live, what is broken, what is broken on purpose. */
export function Notices(props: NoticesProps) {
  return (
    <div aria-live="polite">
      <ErrorBoundary fallback={<BrokenNotice name="What is wrong" />} resetKeys={[props.connection]}>
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
        <Notice tone="red" title="The services do not answer. Reconnecting…">
          This is how things were. The console goes on by itself when they are back.
        </Notice>
      )}
      {files.map(
        (file) =>
          file && (
            <Notice
              tone="amber"
              title={`${fileName(file.path)} is broken; what was read before is in force.`}
              key={file.path}
            >
              {file.problems.join(' ')}
            </Notice>
          ),
      )}
      {state !== undefined && state.faults.length > 0 && (
        <Notice
          tone="red"
          title="Broken on purpose:"
          icon={IconBolt}
          action={{ name: 'Put all in order', do: () => void clearFaults() }}
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

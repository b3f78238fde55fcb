import { useSessionStorage } from '@mantine/hooks'
import { hasStoppedPolling, type PollConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { ago, duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { EndedSwitch } from './EndedSwitch.tsx'
import { environmentColumn } from './environmentColumn.ts'
import { LastError } from './LastError.tsx'

interface PollsPaneProps {
  readonly polls: readonly PollConnection[]
  readonly users: readonly LocalUser[]
  readonly now: number
}

/** Clients that request flags repeatedly. Those that have stopped are shown on request. */
export function PollsPane({ polls, users, now }: PollsPaneProps) {
  const [hasEnded, setHasEnded] = useSessionStorage({
    key: 'telltale-console-ended-polls',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const polling = polls.filter((poll) => !hasStoppedPolling(poll, now))
  const shown = hasEnded ? polls : polling
  const columns: readonly Column<PollConnection>[] = [
    { title: 'User', render: ({ contextKey }) => nameOfId(contextKey, users) },
    ...environmentColumn(polls),
    { title: 'Protocol', render: ({ protocol }) => protocol },
    { title: 'Polls', render: ({ count }) => count.toLocaleString('en'), as: 'figure' },
    { title: 'For', render: ({ firstAt }) => duration(now - firstAt), as: 'figure' },
    { title: 'Last', render: ({ lastAt }) => ago(lastAt, now), as: 'figure' },
    { title: 'Status', render: ({ lastStatus }) => lastStatus, as: 'figure' },
    { title: 'Last error', render: ({ lastError }) => <LastError error={lastError} now={now} /> },
  ]
  return (
    <Pane
      title="Polls"
      count={polling.length}
      tools={<EndedSwitch count={polls.length - polling.length} isOn={hasEnded} onChange={setHasEnded} />}
      scrollsInside
    >
      {shown.length > 0 ? (
        <DataTable
          label="Polls"
          columns={columns}
          rows={shown}
          keyOf={({ protocol, environment, contextKey }) => `${protocol} ${environment} ${contextKey}`}
          isFaint={(poll) => hasStoppedPolling(poll, now)}
        />
      ) : (
        <Empty title="No client polls">
          A page requests its flags when it starts, and again while its stream is disconnected.
        </Empty>
      )}
    </Pane>
  )
}

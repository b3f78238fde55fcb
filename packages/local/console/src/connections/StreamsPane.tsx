import { Button } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { UnlinkIcon } from '@primer/octicons-react'
import type { StreamConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import { ago, duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { EndedSwitch } from './EndedSwitch.tsx'
import { environmentColumn } from './environmentColumn.ts'
import { LastError } from './LastError.tsx'

interface StreamsPaneProps {
  readonly streams: readonly StreamConnection[]
  readonly total: number
  readonly users: readonly LocalUser[]
  readonly now: number
  readonly isLive: boolean
}

/** Open flag streams. Those that have ended are shown on request. */
export function StreamsPane({ streams, total, users, now, isLive }: StreamsPaneProps) {
  const [hasEnded, setHasEnded] = useSessionStorage({
    key: 'telltale-console-ended-streams',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const open = streams.filter(({ endedAt }) => endedAt === undefined)
  const shown = hasEnded ? streams : open
  const columns: readonly Column<StreamConnection>[] = [
    { title: 'User', render: ({ contextKey, kind }) => (kind === 'notices' ? 'notices' : nameOfId(contextKey, users)) },
    ...environmentColumn(streams),
    { title: 'From', render: ({ origin = '–' }) => origin.replace(/^https?:\/\//, ''), as: 'code' },
    {
      title: 'Age',
      render: ({ since, endedAt }) => (endedAt === undefined ? duration(now - since) : `ended ${ago(endedAt, now)}`),
      as: 'figure',
    },
    { title: 'Messages', render: ({ messages }) => messages.toLocaleString('en'), as: 'figure' },
    {
      title: 'Last',
      render: ({ lastMessageAt }) => (lastMessageAt === undefined ? '–' : ago(lastMessageAt, now)),
      as: 'figure',
    },
    { title: 'Last error', render: ({ lastError }) => <LastError error={lastError} now={now} />, as: 'prose' },
  ]
  const tools = (
    <>
      <EndedSwitch count={streams.length - open.length} isOn={hasEnded} onChange={setHasEnded} />
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<UnlinkIcon size={13} />}
        disabled={!isLive || total === 0}
        onClick={() => void command('/console/connections/cut', {})}
      >
        Disconnect all
      </Button>
    </>
  )
  return (
    <Pane title="Flag streams" count={total} tools={tools} scrollsInside>
      {shown.length > 0 ? (
        <DataTable
          label="Flag streams"
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          isFaint={({ endedAt }) => endedAt !== undefined}
        />
      ) : (
        <Empty title="No open streams">
          A page that uses streaming keeps one open. The tabs of a browser share a single stream.
        </Empty>
      )}
    </Pane>
  )
}

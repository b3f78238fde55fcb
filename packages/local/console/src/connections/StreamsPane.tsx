import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { StreamConnection } from '../../../src/console/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { command } from '../feed/command.ts'
import { ago, duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { environmentColumn } from './environmentColumn.ts'
import { LastError } from './LastError.tsx'

interface StreamsPaneProps {
  readonly streams: readonly StreamConnection[]
  readonly total: number
  readonly users: readonly LocalUser[]
  readonly now: number
  readonly isLive: boolean
}

/** Flag streams that are open, or were a moment ago. */
export function StreamsPane({ streams, total, users, now, isLive }: StreamsPaneProps) {
  const columns: readonly Column<StreamConnection>[] = [
    { title: 'Who', render: ({ contextKey, kind }) => (kind === 'notices' ? 'notices' : nameOfId(contextKey, users)) },
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
    { title: 'Last error', render: ({ lastError }) => <LastError error={lastError} now={now} /> },
  ]
  const tools = (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconPlugConnectedX size={13} />}
      disabled={!isLive || total === 0}
      onClick={() => void command('/console/connections/cut', {})}
    >
      Cut all
    </Button>
  )
  return (
    <Pane title="Flag streams" count={total} tools={tools} scrollsInside>
      {streams.length > 0 ? (
        <DataTable
          label="Flag streams"
          columns={columns}
          rows={streams}
          keyOf={({ id }) => id}
          isFaint={({ endedAt }) => endedAt !== undefined}
        />
      ) : (
        <Empty title="No stream is open">Pages that want flags live hold one open; of many tabs only one does.</Empty>
      )}
    </Pane>
  )
}

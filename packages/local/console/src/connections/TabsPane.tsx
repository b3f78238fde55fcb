import { ActionIcon, Tooltip } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { PulseIcon } from '@primer/octicons-react'
import {
  hasStoppedPolling,
  type ConnectionError,
  type ConsoleConnections,
  type PollConnection,
  type TabConnection,
} from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { shortPage } from '../format/shortPage.ts'
import { ago, duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { EndedSwitch } from './EndedSwitch.tsx'
import { flagsOfTab, pollsOfNoTab, pollText } from './flagsOfTab.ts'
import { LastError } from './LastError.tsx'

interface TabsPaneProps {
  readonly connections: ConsoleConnections
  readonly users: readonly LocalUser[]
  readonly now: number
  readonly onFollow: (tab: string) => void
}

/** A page that reports to the console, or a client that only polls flags. */
type Row = { readonly tab: TabConnection } | { readonly poll: PollConnection }

/** Whether a destination has answered the page. Before, it is not known whether one fails. */
const hasAnswer = ({ deliveries = [] }: TabConnection) => deliveries.some(({ answeredAt }) => answeredAt !== undefined)

/** A page that is quiet may have been killed, and it may be back. */
const heardText = ({ isQuiet, isHidden, lastSeenAt }: TabConnection, now: number) =>
  isQuiet
    ? `not heard for ${duration(now - lastSeenAt)}`
    : `${ago(lastSeenAt, now)}${isHidden ? ', in the background' : ''}`

/** Milliseconds after which a page that is quiet is shown only on request. */
const STOPPED_MS = 60_000
const hasStopped = ({ isQuiet, lastSeenAt }: TabConnection, now: number) =>
  isQuiet === true && now - lastSeenAt > STOPPED_MS

/** What a page that is quiet had last is not current. */
const errorOf = ({ lastError, isQuiet }: TabConnection): ConnectionError | undefined =>
  lastError && isQuiet ? { ...lastError, isPast: true } : lastError

const keyOf = (row: Row) =>
  'tab' in row ? row.tab.tab : `${row.poll.protocol} ${row.poll.environment} ${row.poll.contextKey}`

/** Pages that report their state, and clients of which only polls of flags are known. */
export function TabsPane({ connections, users, now, onFollow }: TabsPaneProps) {
  const [hasEnded, setHasEnded] = useSessionStorage({
    key: 'telltale-console-ended-polls',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { tabs } = connections
  const living = tabs.filter((tab) => !hasStopped(tab, now))
  const polls = pollsOfNoTab(connections)
  const polling = polls.filter((poll) => !hasStoppedPolling(poll, now))
  const rows: readonly Row[] = [
    ...(hasEnded ? tabs : living).map((tab) => ({ tab })),
    ...(hasEnded ? polls : polling).map((poll) => ({ poll })),
  ]
  const userOf = ({ identity, noUser }: TabConnection) => nameOfId(identity, users, noUser)
  const columns: readonly Column<Row>[] = [
    { title: 'Page', render: (row) => ('tab' in row ? shortPage(row.tab.page) : 'no consoleLink'), as: 'code' },
    { title: 'App', render: (row) => ('tab' in row ? row.tab.app : row.poll.environment) },
    { title: 'User', render: (row) => ('tab' in row ? userOf(row.tab) : nameOfId(row.poll.contextKey, users)) },
    {
      title: 'Flags',
      render: (row) => ('tab' in row ? flagFacts(row.tab, connections, now) : pollFacts(row.poll, now)),
    },
    {
      title: 'Open for',
      render: (row) => duration(now - ('tab' in row ? row.tab.openedAt : row.poll.firstAt)),
      as: 'figure',
    },
    {
      title: 'Last heard',
      render: (row) => ('tab' in row ? heardText(row.tab, now) : ago(row.poll.lastAt, now)),
      as: 'figure',
    },
    {
      title: 'Last error',
      as: 'prose',
      render: (row) =>
        'tab' in row ? (
          <LastError error={errorOf(row.tab)} now={now} isKnown={hasAnswer(row.tab)} />
        ) : (
          <LastError error={row.poll.lastError} now={now} />
        ),
    },
    {
      title: 'Follow',
      as: 'action',
      render: (row) => 'tab' in row && <Follow tab={row.tab} user={userOf(row.tab)} onFollow={onFollow} />,
    },
  ]
  return (
    <Pane
      title="Tabs"
      count={rows.length}
      tools={
        <EndedSwitch
          count={polls.length - polling.length + tabs.length - living.length}
          isOn={hasEnded}
          onChange={setHasEnded}
        />
      }
      scrollsInside
    >
      {rows.length > 0 ? (
        <DataTable
          label="Tabs"
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          isFaint={(row) => ('tab' in row ? (row.tab.isQuiet ?? false) : hasStoppedPolling(row.poll, now))}
        />
      ) : (
        <Empty title="No pages connected">
          Add <code>consoleLink</code> from <code>telltale/console</code> to the <code>observers</code> of your
          application. Its pages then report the current user, the status of the flags, and the delivery of each event.
        </Empty>
      )}
    </Pane>
  )
}

function flagFacts(tab: TabConnection, connections: ConsoleConnections, now: number): string {
  if (tab.isQuiet) return '–'
  const { length } = tab.overridden ?? []
  return `${flagsOfTab(tab, connections, now)}${length > 0 ? `, ${length} overridden` : ''}`
}

const pollFacts = (poll: PollConnection, now: number) =>
  `${pollText(poll, now)}${poll.count > 1 ? `, ${poll.count.toLocaleString('en')} times` : ''}`

interface FollowProps {
  readonly tab: TabConnection
  readonly user: string
  readonly onFollow: (tab: string) => void
}

function Follow({ tab, user, onFollow }: FollowProps) {
  return (
    <Tooltip label="Show the events of this tab">
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        onClick={() => onFollow(tab.tab)}
        aria-label={`Follow the tab ${tab.identity === null ? `(${user})` : `of ${user}`} at ${shortPage(tab.page)}`}
      >
        <PulseIcon size={14} />
      </ActionIcon>
    </Tooltip>
  )
}

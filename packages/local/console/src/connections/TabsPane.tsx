import { ActionIcon, Tooltip } from '@mantine/core'
import { PulseIcon } from '@primer/octicons-react'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { ago, duration } from '../format/time.ts'
import { nameOfId } from '../people/nameOf.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { LastError } from './LastError.tsx'
import { shortPage } from '../format/shortPage.ts'

interface TabsPaneProps {
  readonly tabs: readonly TabConnection[]
  readonly total: number
  readonly users: readonly LocalUser[]
  readonly now: number
  readonly onFollow: (tab: string) => void
}

/** Whether a destination has answered the page. Before, it is not known whether one fails. */
const hasAnswer = ({ deliveries = [] }: TabConnection) => deliveries.some(({ answeredAt }) => answeredAt !== undefined)

/** A page that is quiet may have been killed, and it may be back. */
const heardText = ({ isQuiet, isHidden, lastSeenAt }: TabConnection, now: number) =>
  isQuiet
    ? `not heard for ${duration(now - lastSeenAt)}`
    : `${ago(lastSeenAt, now)}${isHidden ? ', in the background' : ''}`

/** Pages that report their state. */
export function TabsPane({ tabs, total, users, now, onFollow }: TabsPaneProps) {
  const userOf = ({ identity, noUser }: TabConnection) => nameOfId(identity, users, noUser)
  const columns: readonly Column<TabConnection>[] = [
    { title: 'Page', render: ({ page }) => shortPage(page), as: 'code' },
    { title: 'App', render: ({ app }) => app },
    { title: 'User', render: (tab) => userOf(tab) },
    { title: 'Flags', render: ({ flags }) => flags },
    { title: 'Open for', render: ({ openedAt }) => duration(now - openedAt), as: 'figure' },
    { title: 'Heard', render: (tab) => heardText(tab, now), as: 'figure' },
    { title: 'Last error', render: (tab) => <LastError error={tab.lastError} now={now} isKnown={hasAnswer(tab)} /> },
    {
      title: 'Follow',
      as: 'action',
      render: (tab) => (
        <Tooltip label="Show the events of this tab">
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            onClick={() => onFollow(tab.tab)}
            aria-label={`Follow the tab ${tab.identity === null ? `(${userOf(tab)})` : `of ${userOf(tab)}`} at ${shortPage(tab.page)}`}
          >
            <PulseIcon size={14} />
          </ActionIcon>
        </Tooltip>
      ),
    },
  ]
  return (
    <Pane title="Tabs" count={total} scrollsInside>
      {tabs.length > 0 ? (
        <DataTable
          label="Tabs"
          columns={columns}
          rows={tabs}
          keyOf={({ tab }) => tab}
          isFaint={({ isQuiet }) => isQuiet ?? false}
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

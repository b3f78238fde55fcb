import type { PageProblem, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { ago, clockToSecond } from '../format/time.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import classes from './MessagesPane.module.css'
import { shortPage } from './shortPage.ts'

interface MessagesPaneProps {
  readonly tabs: readonly TabConnection[]
  readonly now: number
}

interface Message extends PageProblem {
  readonly tab: string
  readonly page: string
}

/** All messages that Telltale has written on the open pages, the latest first. */
export function MessagesPane({ tabs, now }: MessagesPaneProps) {
  const messages = tabs
    .flatMap(({ tab, page, problems = [] }) => problems.map((problem): Message => ({ ...problem, tab, page })))
    .sort((a, b) => b.at - a.at)
  const columns: readonly Column<Message>[] = [
    { title: 'From', render: ({ where }) => where },
    { title: 'Message', render: (message) => <Text message={message} /> },
    { title: 'Since', render: ({ since }) => clockToSecond(since), as: 'figure' },
    { title: 'Times', render: ({ times }) => times, as: 'figure' },
    { title: 'Ended', render: ({ endedAt }) => (endedAt === undefined ? '–' : ago(endedAt, now)), as: 'figure' },
    { title: 'Page', render: ({ page }) => shortPage(page), as: 'code' },
  ]
  return (
    <Pane title="Messages" scrollsInside>
      {messages.length > 0 ? (
        <DataTable
          label="Messages"
          columns={columns}
          rows={messages}
          keyOf={({ tab, where, message }) => `${tab} ${where} ${message}`}
          isFaint={({ endedAt }) => endedAt !== undefined}
        />
      ) : (
        <Empty title="No messages">
          Pages with <code>consoleLink</code> report here what Telltale writes to their browser console.
        </Empty>
      )}
    </Pane>
  )
}

function Text({ message: { message, isError, endedAt } }: { readonly message: Message }) {
  return (
    <span className={classes.text} data-failing={isError && endedAt === undefined}>
      {message}
    </span>
  )
}

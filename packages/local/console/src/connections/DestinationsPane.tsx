import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { answerText, nextText } from '../deliveries/deliveryText.ts'
import { isPassedOn } from '../deliveries/isPassedOn.ts'
import { isFailing } from '../deliveries/knownDeliveries.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import classes from './DestinationsPane.module.css'
import { LastError } from './LastError.tsx'
import { shortPage } from '../format/shortPage.ts'
import { nameOfId } from '../people/nameOf.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'

interface DestinationsPaneProps {
  readonly tabs: readonly TabConnection[]
  readonly users: readonly LocalUser[]
  readonly now: number
}

interface Row extends PageDelivery {
  readonly tab: TabConnection
}

/** What the destinations of the pages that report have answered, and when they are tried again. Those that fail come first. */
export function DestinationsPane({ tabs, users, now }: DestinationsPaneProps) {
  const pages = tabs.filter(({ isQuiet }) => !isQuiet).map(rowsOf)
  const rows = pages.sort((a, b) => Number(b.some(isFailing)) - Number(a.some(isFailing))).flat()
  const columns: readonly Column<Row>[] = [
    { title: 'Destination', render: ({ name }) => name },
    { title: 'Address', render: ({ address }) => address ?? '–', as: 'code' },
    { title: 'Last answer', render: (row) => <Answer row={row} now={now} /> },
    { title: 'Failed in a row', render: (row) => known(row, String(row.failures)), as: 'figure' },
    { title: 'Next attempt', render: (row) => nextText(row, now) ?? '–', as: 'figure' },
    { title: 'Events waiting', render: ({ waiting }) => waiting ?? '–', as: 'figure' },
    { title: 'Last error', render: (row) => <Error row={row} now={now} />, as: 'prose' },
  ]
  return (
    <Pane title="Destinations" scrollsInside>
      {rows.length > 0 ? (
        <DataTable
          label="Destinations"
          columns={columns}
          rows={rows}
          keyOf={({ tab, name }) => `${tab.tab} ${name}`}
          groups={{
            keyOf: ({ tab }) => tab.tab,
            render: ({ tab: { page, app, identity, noUser } }) => (
              <>
                <code>{shortPage(page)}</code> {app} · {nameOfId(identity, users, noUser)}
              </>
            ),
          }}
        />
      ) : (
        <Empty title="No destinations">
          Pages with <code>consoleLink</code> report here what the destinations of their events answer.
        </Empty>
      )}
    </Pane>
  )
}

/** A page of an earlier version names only the destinations that it has. */
function rowsOf(tab: TabConnection): readonly Row[] {
  const { destinations = [], deliveries = [] } = tab
  const names = new Set([...destinations, ...deliveries.map(({ name }) => name)])
  const rows = [...names].map((name) => ({
    tab,
    ...(deliveries.find((one) => one.name === name) ?? { name, failures: 0 }),
  }))
  return rows.sort((a, b) => Number(isFailing(b)) - Number(isFailing(a)))
}

const isKnown = ({ answeredAt }: Row) => answeredAt !== undefined
const known = (row: Row, text: string) => (isKnown(row) ? text : '–')

function Answer({ row, now }: { readonly row: Row; readonly now: number }) {
  return (
    <span
      className={classes.answer}
      data-outcome={row.outcome === 'delivered' && isPassedOn(row) ? 'passed on' : row.outcome}
    >
      {answerText(row, now)}
    </span>
  )
}

function Error({ row, now }: { readonly row: Row; readonly now: number }) {
  const { lastError, outcome } = row
  const error = lastError && {
    at: lastError.at,
    message: lastError.reason,
    ...(outcome === 'delivered' && ({ isPast: true } as const)),
  }
  return <LastError error={error} now={now} isKnown={isKnown(row)} />
}

import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { answerText, nextText } from '../deliveries/deliveryText.ts'
import { isFailing } from '../deliveries/knownDeliveries.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import classes from './DestinationsPane.module.css'
import { LastError } from './LastError.tsx'
import { shortPage } from '../format/shortPage.ts'

interface DestinationsPaneProps {
  readonly tabs: readonly TabConnection[]
  readonly now: number
}

interface Row extends PageDelivery {
  readonly tab: string
  readonly page: string
}

/** What the destinations of the open pages have answered, and when they are tried again. Those that fail come first. */
export function DestinationsPane({ tabs, now }: DestinationsPaneProps) {
  const rows = tabs.flatMap(rowsOf).sort((a, b) => Number(isFailing(b)) - Number(isFailing(a)))
  const columns: readonly Column<Row>[] = [
    { title: 'Destination', render: ({ name }) => name },
    { title: 'Last answer', render: (row) => <Answer row={row} now={now} /> },
    { title: 'Failed in a row', render: (row) => known(row, String(row.failures)), as: 'figure' },
    { title: 'Next attempt', render: (row) => nextText(row, now) ?? '–', as: 'figure' },
    { title: 'Events waiting', render: ({ waiting }) => waiting ?? '–', as: 'figure' },
    { title: 'Last error', render: (row) => <Error row={row} now={now} /> },
    { title: 'Page', render: ({ page }) => shortPage(page), as: 'code' },
  ]
  return (
    <Pane title="Destinations" scrollsInside>
      {rows.length > 0 ? (
        <DataTable label="Destinations" columns={columns} rows={rows} keyOf={({ tab, name }) => `${tab} ${name}`} />
      ) : (
        <Empty title="No destinations">
          Pages with <code>consoleLink</code> report here what the destinations of their events answer.
        </Empty>
      )}
    </Pane>
  )
}

/** A page of an earlier version names only the destinations that it has. */
function rowsOf({ tab, page, destinations = [], deliveries = [] }: TabConnection): readonly Row[] {
  const names = new Set([...destinations, ...deliveries.map(({ name }) => name)])
  return [...names].map((name) => {
    const delivery = deliveries.find((one) => one.name === name)
    return { tab, page, ...(delivery ?? { name, failures: 0 }) }
  })
}

const isKnown = ({ answeredAt }: Row) => answeredAt !== undefined
const known = (row: Row, text: string) => (isKnown(row) ? text : '–')

function Answer({ row, now }: { readonly row: Row; readonly now: number }) {
  return (
    <span className={classes.answer} data-outcome={row.outcome}>
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

import { Table } from '@mantine/core'
import { useTrackOnce } from 'telltale/react'
import { NumberPlate } from '../fleet/NumberPlate.tsx'
import { dayLabel } from '../format/dayLabel.ts'
import { dollars } from '../format/dollars.ts'
import { DeskTable, figure } from '../shell/DeskTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Page } from '../shell/Page.tsx'

import { QuotePanel, type QuoteProps } from './QuotePanel.tsx'
import surfaces from '../theme/surfaces.module.css'
import classes from './QuotesPage.module.css'
import type { SentQuote } from './sentQuote.ts'
import { useSentQuotes } from './useSentQuotes.ts'

/** A form for a new quote, and a table of the quotes sent from this desk. */
export function QuotesPage(quote: QuoteProps) {
  const quotes = useSentQuotes()
  useTrackOnce('Quotes viewed')
  return (
    <Page title="Quotes">
      <div className={classes.columns}>
        <section className={`${surfaces.sheet} ${classes.making}`} aria-labelledby="making-title">
          <h2 id="making-title" className={classes.title}>
            New quote
          </h2>
          <QuotePanel {...quote} />
        </section>
        <section aria-labelledby="sent-title">
          <h2 id="sent-title" className={classes.title}>
            Sent from this desk
          </h2>
          {quotes.length === 0 ? (
            <Empty text="No quotes sent yet. They appear here." />
          ) : (
            <QuoteTable quotes={quotes} />
          )}
        </section>
      </div>
    </Page>
  )
}

const columns = [
  { name: 'Quote' },
  { name: 'Customer' },
  { name: 'Days', className: classes.roomy },
  { name: 'Total', className: figure },
]

function QuoteTable({ quotes }: { quotes: readonly SentQuote[] }) {
  return (
    <DeskTable label="Sent from this desk" columns={columns}>
      {quotes.map(({ id, machine, customer, from, to, total }) => (
        <Table.Tr key={id}>
          <Table.Th scope="row">
            <span className={classes.number}>
              {id} <NumberPlate number={machine} />
            </span>
          </Table.Th>
          <Table.Td>{customer}</Table.Td>
          <Table.Td className={classes.roomy}>
            {dayLabel(from)} – {dayLabel(to)}
          </Table.Td>
          <Table.Td className={figure}>{dollars(total)}</Table.Td>
        </Table.Tr>
      ))}
    </DeskTable>
  )
}

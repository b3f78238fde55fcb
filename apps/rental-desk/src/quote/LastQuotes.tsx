import { dollars } from '../format/dollars.ts'
import { NumberPlate } from '../fleet/NumberPlate.tsx'
import classes from './LastQuotes.module.css'
import { useSentQuotes } from './useSentQuotes.ts'

/** The number of quotes to show. */
const SHOWN = 3

export function LastQuotes() {
  const quotes = useSentQuotes()
  if (quotes.length === 0) return null
  return (
    <section className={classes.sent}>
      <h3 id="sent-quotes" className={classes.title}>
        Last quotes from this desk
      </h3>
      <ul className={classes.list} aria-labelledby="sent-quotes">
        {quotes.slice(0, SHOWN).map((quote) => (
          <li key={quote.id} className={classes.quote}>
            <NumberPlate number={quote.machine} />
            <span className={classes.customer}>{quote.customer}</span>
            <span className={classes.total}>{dollars(quote.total)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

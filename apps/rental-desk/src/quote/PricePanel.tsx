import { useFlag } from 'telltale/react'
import { dollars } from '../format/dollars.ts'
import { dayRatePrice } from '../pricing/dayRatePrice.ts'
import { priceOf, type Pricing } from '../pricing/priceOf.ts'
import classes from './PricePanel.module.css'

interface Props {
  /** Absent until a machine is picked. */
  dayRate: number | undefined
  /** 0 while the dates make no rental. */
  days: number
}

const names: Readonly<Record<Pricing, string>> = { daily: 'Day-rate pricing', weekly: 'Weekly pricing' }

/** What the rental costs and how that comes about. The one place that shows which pricing is in force. */
export function PricePanel({ dayRate, days }: Props) {
  const pricing: Pricing = useFlag('new-pricing') ? 'weekly' : 'daily'
  return (
    <section className={classes.price} aria-labelledby="price-title" data-pricing={pricing}>
      <h3 id="price-title" className={classes.title}>
        {names[pricing]}
      </h3>
      {dayRate === undefined || days === 0 ? (
        <p className={classes.hint}>Pick a machine and its days to see the price.</p>
      ) : (
        <Breakdown dayRate={dayRate} days={days} pricing={pricing} />
      )}
    </section>
  )
}

function Breakdown({ dayRate, days, pricing }: { dayRate: number; days: number; pricing: Pricing }) {
  const { lines, total } = priceOf(dayRate, days, pricing)
  const saved = dayRatePrice(dayRate, days).total - total
  return (
    <>
      <dl className={classes.lines}>
        {lines.map(({ label, each, amount }) => (
          <div key={label} className={classes.line}>
            <dt>
              {label}
              {each !== undefined && <span className={classes.each}> at {dollars(each)}</span>}
            </dt>
            <dd>{dollars(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.total}>
        <span>Total</span>
        <output aria-label="Total">{dollars(total)}</output>
      </p>
      {saved > 0 && <p className={classes.saved}>{dollars(saved)} less than by the day</p>}
    </>
  )
}

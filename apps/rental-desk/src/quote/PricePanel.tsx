import { FlagGate, useFlag, useFlagDetail, useReadySuspense } from 'telltale/react'
import { dollars } from '../format/dollars.ts'
import { dayRatePrice } from '../pricing/dayRatePrice.ts'
import { priceOf, type Pricing } from '../pricing/priceOf.ts'
import { reasonLine } from '../settings/reasonLine.ts'
import classes from './PricePanel.module.css'

interface Props {
  /** Absent until a machine is picked. */
  dayRate: number | undefined
  /** 0 while the dates are incomplete or in the wrong order. */
  days: number
  /** Whether the dates are in the wrong order. */
  isReversed: boolean
}

/** How long to wait for the flags before showing the default price, in milliseconds. */
const PATIENCE_MS = 3000

const names: Readonly<Record<Pricing, string>> = { daily: 'Day-rate pricing', weekly: 'Weekly pricing' }

/** The price of the rental and its breakdown. The only place that shows which pricing applies. */
export function PricePanel({ dayRate, days, isReversed }: Props) {
  // Waits for the flags, so that the price does not change right after it is shown. After the timeout, shows the default price.
  useReadySuspense(PATIENCE_MS)
  const pricing: Pricing = useFlag('new-pricing') ? 'weekly' : 'daily'
  return (
    <section className={classes.price} aria-labelledby="price-title" data-pricing={pricing}>
      <div className={classes.head}>
        <h3 id="price-title" className={classes.title}>
          {names[pricing]}
        </h3>
        <FlagGate flag="new-pricing">
          <PilotMark />
        </FlagGate>
      </div>
      {dayRate === undefined || days === 0 ? (
        <p className={classes.hint}>
          {isReversed ? 'Correct the dates to see the price.' : 'Choose a machine and the days to see the price.'}
        </p>
      ) : (
        <Breakdown dayRate={dayRate} days={days} pricing={pricing} />
      )}
    </section>
  )
}

/** Marks prices that a rule or an individual target switched on for this user. The tooltip says which. */
function PilotMark() {
  const { reason } = useFlagDetail('new-pricing')
  if (reason?.kind !== 'RULE_MATCH' && reason?.kind !== 'TARGET_MATCH') return null
  return (
    <span className={classes.pilot} title={`On by ${reasonLine(reason)}`}>
      Pilot
    </span>
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
      {saved > 0 && <p className={classes.saved}>{dollars(saved)} less than the day rate</p>}
    </>
  )
}

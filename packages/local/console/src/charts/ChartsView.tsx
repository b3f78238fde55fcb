import { SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { oldestAt, type Chunk } from '../feed/eventRows.ts'
import type { LoadOlder } from '../feed/useFeed.ts'
import { useOlder } from '../feed/useOlder.ts'
import type { FeedState } from '../feed/feedState.ts'
import { remembered } from '../format/remembered.ts'
import { duration } from '../format/time.ts'
import { BAR_STATES } from '../live/eventBars.ts'
import { DataTable } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { focusable } from '../shell/nextFocus.ts'
import { Scroller } from '../shell/Scroller.tsx'
import { useNow } from '../shell/useNow.ts'
import { destinationColour, STATE_COLOURS, variationColour } from './chartColours.ts'
import { ChartPane } from './ChartPane.tsx'
import classes from './ChartsView.module.css'
import { DelayChart, LINES } from './DelayChart.tsx'
import { RatePane } from './RatePane.tsx'
import { eventFacts, type EventPoint, eventPoints, waitedFor } from './eventSeries.ts'
import { pageEnds } from './pageEnds.ts'
import { delays } from './series.ts'
import type { Stretch } from './stretch.ts'
import { type FlagShares, flagShares } from './shares.ts'
import { SharesChart } from './SharesChart.tsx'
import { second } from './timeAxis.ts'

const FIRST = { name: '5 min', says: 'the last 5 minutes', seconds: 300, step: 1 }

/** The time ranges to choose from, with steps that a screen can show. `says` completes a sentence. */
const STRETCHES: readonly (typeof FIRST)[] = [
  { name: '1 min', says: 'the last minute', seconds: 60, step: 1 },
  FIRST,
  { name: '10 min', says: 'the last 10 minutes', seconds: 600, step: 5 },
]

/** Charts of events, errors, what waits, delays and flag evaluations. */
export function ChartsView({ feed, loadOlder }: { readonly feed: FeedState; readonly loadOlder: LoadOlder }) {
  const [chosen, setChosen] = useState(FIRST.name)
  const now = useNow(1000)
  const heading = useRef<HTMLHeadingElement>(null)
  // This view is loaded when it is opened first. Until then, the page holds the focus for it.
  useEffect(() => {
    if (heading.current && document.activeElement?.matches('main')) focusable(heading.current).focus()
  }, [])
  const { samples, state, rows } = feed
  const { says, seconds, step } = STRETCHES.find(({ name }) => name === chosen) ?? FIRST
  // While the services are not connected, time stands still, as in the other views.
  const until = feed.connection === 'lost' ? (samples.at(-1)?.at ?? now) : now
  const stretch: Stretch = { until, seconds, step }
  useOlder(feed, (oldestAt(rows) ?? 0) > until - seconds * 1000, loadOlder)
  const factsOf = useMemo(() => remembered((chunk: Chunk) => chunk.map(eventFacts)), [])
  const facts = useMemo(() => rows.chunks.flatMap(factsOf), [rows, factsOf])
  const points = eventPoints(facts, stretch, pageEnds(feed.connections))
  const average = step > 1 ? ` Averages of ${step} s.` : ''
  const delayPoints = delays(samples, stretch)
  const shares = useMemo(() => (state === undefined ? [] : flagShares(state.counts, state.environments)), [state])
  const nothing = <Empty title={`No events in ${says}`}>The chart starts when an event arrives.</Empty>
  const hasEvents = points.some(({ rates }) => BAR_STATES.some((one) => rates[one] > 0))
  return (
    <div className={classes.view}>
      <div className={classes.stretch}>
        <h2 className={classes.title} ref={heading}>
          Charts
        </h2>
        <SegmentedControl
          size="xs"
          aria-label="How far back"
          data={STRETCHES.map(({ name }) => name)}
          value={chosen}
          onChange={setChosen}
        />
        {(hasEvents || shares.length > 0) && (
          <span className={classes.hint}>
            Point at a chart to read its values, or move to it with Tab and press the arrow keys.
          </span>
        )}
      </div>
      <RatePane
        title="Events per second"
        note={`Each event counts once, when it happened.${average}`}
        points={points}
        stacks={BAR_STATES.map((name) => ({
          name,
          colour: STATE_COLOURS[name],
          rateOf: ({ rates }: EventPoint) => rates[name],
        }))}
        nothing={nothing}
      />
      <RatePane
        title="Delivery errors per second"
        note={`Attempts that were needed because the one before had failed, and events that were refused or dropped.${average}`}
        points={points}
        stacks={[
          { name: 'sent again', colour: 'var(--amber)', rateOf: ({ again }) => again },
          { name: 'refused', colour: STATE_COLOURS.refused, rateOf: ({ refused }) => refused },
          { name: 'dropped', colour: STATE_COLOURS.dropped, rateOf: ({ dropped }) => dropped },
        ]}
        nothing={
          <Empty title={`No delivery errors in ${says}`}>
            Each destination took events at the first attempt, as far as pages report it.
          </Empty>
        }
      />
      <RatePane
        title="Waiting events"
        note="In pages that report, by destination. An event waits for each that it was sent to, until that has taken it."
        points={points}
        stacks={waitedFor(points).map((name, place) => ({
          name,
          colour: destinationColour(place),
          rateOf: ({ waiting }: EventPoint) => waiting[name] ?? 0,
        }))}
        unit=""
        nothing={<Empty title={`No event waited in ${says}`}>Each destination took its events at once.</Empty>}
      />
      <ChartPane
        title="Delivery delay"
        legend={LINES.map(({ name, colour }) => ({ name, colour }))}
        note="From track to the collector. A second without an arrival has no dot."
        chart={<DelayChart points={delayPoints} />}
        table={
          <DataTable
            label="Delivery delay"
            columns={[
              { title: 'Time', render: ({ at }) => second(at), as: 'code' },
              { title: 'Median', render: ({ p50 }) => (p50 === undefined ? '–' : duration(p50)), as: 'figure' },
              { title: '95 % within', render: ({ p95 }) => (p95 === undefined ? '–' : duration(p95)), as: 'figure' },
            ]}
            rows={delayPoints.filter(({ p50 }) => p50 !== undefined).reverse()}
            keyOf={({ at }) => at}
          />
        }
        empty={delayPoints.some(({ p50 }) => p50 !== undefined) ? undefined : nothing}
      />
      <ChartPane
        title="Flag evaluations"
        note="Since the services started. Point at a bar to read the values."
        legend={servedLegend(shares)}
        chart={
          <Scroller className={classes.shares} name="Flag evaluations by variation">
            <SharesChart flags={shares} />
          </Scroller>
        }
        table={
          <DataTable
            label="Flag evaluations by variation"
            columns={[
              { title: 'Flag', render: ({ key }) => key, as: 'code' },
              {
                title: 'Variation',
                render: ({ name, variation }) => <Named name={name} variation={variation} />,
                as: 'code',
              },
              { title: 'Evaluations', render: ({ count }) => count.toLocaleString('en'), as: 'figure' },
            ]}
            rows={shares.flatMap(({ key, shares: ofFlag }) => ofFlag.map((share) => ({ key, ...share })))}
            keyOf={({ key, variation }) => `${key} ${variation}`}
          />
        }
        empty={
          shares.length === 0 ? (
            <Empty title="No evaluations yet">Flag clients report their evaluations every few seconds.</Empty>
          ) : undefined
        }
      />
    </div>
  )
}

/** Each flag has values of its own: the colours stand for the places of the variations. */
function servedLegend(flags: readonly FlagShares[]) {
  const variations = new Set(flags.flatMap(({ shares }) => shares.map(({ variation }) => variation)))
  return [...variations]
    .sort((a, b) => a - b)
    .map((variation) => ({
      name: variation < 0 ? 'fallback' : `variation ${variation + 1}`,
      colour: variationColour(variation),
    }))
}

function Named({ name, variation }: { readonly name: string; readonly variation: number }) {
  return (
    <span className={classes.named}>
      <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden>
        <rect width="10" height="10" rx="2.5" fill={variationColour(variation)} />
      </svg>
      {name}
    </span>
  )
}

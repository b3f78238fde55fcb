import type { MetricResult } from '@telltale/collector/experiment'
import { variationColour } from '../charts/chartColours.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { columnText } from './figureText.ts'
import classes from './FunnelOfMetric.module.css'
import { Variation } from './Variation.tsx'

interface FunnelOfMetricProps {
  readonly result: MetricResult
  readonly placeOf: (variation: string) => number
}

interface Row {
  readonly step: number
  readonly event: string
  readonly variation: string
  readonly units: number
  /** Of all units of the variation, and of those that had taken the step before. */
  readonly ofAll: number | undefined
  readonly ofBefore: number | undefined
}

/** How many units of each variation have taken each step. */
export function FunnelOfMetric({ result: { metric, steps = [], variations }, placeOf }: FunnelOfMetricProps) {
  const rows = steps.flatMap(({ event, units: counts }, step) =>
    counts.map(({ variation, units }): Row => {
      const all = variations.find((one) => one.variation === variation)?.units
      const before = steps[step - 1]?.units.find((one) => one.variation === variation)?.units ?? all
      return { step, event, variation, units, ofAll: shareOf(units, all), ofBefore: shareOf(units, before) }
    }),
  )
  const write = columnText([1], true)
  const columns: readonly Column<Row>[] = [
    { title: 'Step', render: ({ step, event }) => `${step + 1}. ${event}` },
    { title: 'Variation', render: ({ variation }) => <Variation name={variation} place={placeOf(variation)} /> },
    { title: 'Units', render: ({ units }) => units.toLocaleString('en'), as: 'figure' },
    { title: 'Of all', render: ({ ofAll }) => write(ofAll), as: 'figure' },
    { title: 'Of the step before', render: ({ ofBefore }) => write(ofBefore), as: 'figure' },
  ]
  return (
    <div className={classes.pair}>
      <div
        className={classes.funnel}
        role="img"
        aria-label={`How many units have taken each step of “${metric.name}”. The table beside this chart has the same figures.`}
      >
        <p className={classes.title}>Units after each step, of all that were shown the flag</p>
        {steps.map(({ event }, step) => (
          <div className={classes.step} key={event}>
            <span className={classes.name}>
              {step + 1}. {event}
            </span>
            {rows
              .filter((row) => row.step === step)
              .map(({ variation, ofAll = 0 }) => (
                <span className={classes.track} key={variation}>
                  <span
                    className={classes.bar}
                    style={{ width: `${ofAll * 100}%`, background: variationColour(placeOf(variation)) }}
                  />
                </span>
              ))}
          </div>
        ))}
      </div>
      <DataTable
        label={`${metric.name}: steps`}
        columns={columns}
        rows={rows}
        keyOf={({ step, variation }) => `${step} ${variation}`}
      />
    </div>
  )
}

const shareOf = (units: number, all: number | undefined) => (all ? units / all : undefined)

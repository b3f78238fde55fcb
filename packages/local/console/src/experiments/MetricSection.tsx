import type { MetricResult, VariationResult } from '@telltale/collector/experiment'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { CourseOfMetric } from './CourseOfMetric.tsx'
import { columnText } from './figureText.ts'
import { ForestPlot } from './ForestPlot.tsx'
import { FunnelOfMetric } from './FunnelOfMetric.tsx'
import classes from './MetricSection.module.css'
import { metricText, treatmentTexts, unbroken } from './metricText.ts'
import { Variation } from './Variation.tsx'

interface MetricSectionProps {
  readonly result: MetricResult
  readonly control: string
  /** Without an alarm. */
  readonly isValid: boolean
  /** The sentence of the whole result has its own. */
  readonly isSaid: boolean
}

type Row = MetricResult['variations'][number] & {
  readonly place: number
  readonly compared: VariationResult | undefined
}

/** What one metric says: its sentence, the differences, and how they became what they are. */
export function MetricSection({ result, control, isValid, isSaid }: MetricSectionProps) {
  const { metric, variations, comparisons, course = [], sentence } = result
  const isShare = metric.of === 'converted' || metric.of === 'funnel'
  const treatments = treatmentTexts(result)
  const isRelative = comparisons.length > 0 && comparisons.every(({ lift }) => lift !== undefined)
  const intervalOf = ({ lift, difference }: VariationResult) => (isRelative ? lift : difference)
  const rows = variations.map((one, place): Row => ({
    ...one,
    place,
    compared: comparisons.find(({ variation }) => variation === one.variation),
  }))
  const placeOf = (name: string) => variations.findIndex(({ variation }) => variation === name)
  const what = isRelative ? 'Relative difference' : 'Difference'
  return (
    <section className={classes.metric} aria-label={metric.name}>
      <h3 className={classes.title}>
        {metric.name}
        {!isValid && <span className={classes.invalid}>not valid</span>}
      </h3>
      <p className={classes.what}>{metricText(metric)}.</p>
      {isValid && !isSaid && <p className={classes.sentence}>{unbroken(sentence)}</p>}
      {treatments.length > 0 && (
        <ul className={classes.treatments} aria-label="What was done to its figures">
          {treatments.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <div className={classes.pair} data-charted={comparisons.length > 0}>
          {comparisons.length > 0 && (
            <ForestPlot
              title={`${what} to variation ${control}`}
              label={`The differences of “${metric.name}”. The table beside this chart has the same figures.`}
              rows={comparisons.map((one) => ({
                name: one.variation,
                interval: intervalOf(one),
                tone: isValid ? one.decision : 'none',
              }))}
              isShare={isRelative || isShare}
            />
          )}
          <DataTable
            label={`${metric.name}: differences`}
            columns={columnsOf(rows, { isShare, isRelative, control, isValid })}
            rows={rows}
            keyOf={({ variation }) => variation}
          />
        </div>
      )}
      {result.steps && <FunnelOfMetric result={result} placeOf={placeOf} />}
      {course.length > 0 && (
        <CourseOfMetric name={metric.name} course={course} isShare={isShare} control={control} placeOf={placeOf} />
      )}
    </section>
  )
}

interface Reading {
  readonly isShare: boolean
  readonly isRelative: boolean
  readonly control: string
  readonly isValid: boolean
}

function columnsOf(rows: readonly Row[], { isShare, isRelative, control, isValid }: Reading): readonly Column<Row>[] {
  const intervalOf = ({ compared }: Row) => (isRelative ? compared?.lift : compared?.difference)
  const value = columnText(
    rows.map((row) => row.value),
    isShare,
  )
  const difference = columnText(
    rows.flatMap((row) => {
      const interval = intervalOf(row)
      return interval ? [interval.value, interval.low, interval.high] : []
    }),
    isRelative || isShare,
  )
  // A dash would say that something is missing.
  const figureOf = (row: Row, of: 'value' | 'low' | 'high') => {
    const interval = intervalOf(row)
    return interval ? difference(interval[of]) : null
  }
  return [
    {
      title: 'Variation',
      render: ({ variation, place }) => <Variation name={variation} place={place} />,
    },
    { title: 'Units', render: ({ units }) => units.toLocaleString('en'), as: 'figure' },
    { title: 'Value', render: (row) => value(row.value), as: 'figure' },
    { title: isRelative ? 'Relative' : 'Difference', render: (row) => figureOf(row, 'value'), as: 'figure' },
    { title: 'From', render: (row) => figureOf(row, 'low'), as: 'figure' },
    { title: 'To', render: (row) => figureOf(row, 'high'), as: 'figure' },
    {
      title: 'Decision',
      render: ({ variation, compared }) =>
        variation === control ? 'control' : isValid ? (compared?.decision ?? 'none') : 'not valid',
    },
  ]
}

import type { CoursePoint } from '@telltale/collector/experiment'
import { isoTime } from '../format/time.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import classes from './CourseOfMetric.module.css'
import { CoursePlot } from './CoursePlot.tsx'
import { courseOf, type Known } from './coursePlaces.ts'
import { columnText } from './figureText.ts'
import { plotScale } from './plotScale.ts'
import { Variation } from './Variation.tsx'

interface CourseOfMetricProps {
  /** Of the metric. */
  readonly name: string
  readonly course: readonly CoursePoint[]
  readonly isShare: boolean
  readonly control: string
  readonly placeOf: (variation: string) => number
}

type Row = Known & { readonly variation: string }

/** How the differences became what they are: what somebody has seen who looked on these days. */
export function CourseOfMetric({ name, course, isShare, control, placeOf }: CourseOfMetricProps) {
  const variations = [...new Set(course.flatMap(({ differences }) => differences.map(({ variation }) => variation)))]
  const rows = variations.flatMap((variation): Row[] =>
    courseOf(course, variation).map((known) => ({ ...known, variation })),
  )
  const figures = rows.flatMap(({ low, value, high }) => [low, value, high])
  const write = columnText(figures, isShare)
  const columns: readonly Column<Row>[] = [
    { title: 'Day', render: ({ at }) => isoTime(at)?.slice(0, 10) ?? '–', as: 'code' },
    ...(variations.length > 1
      ? [
          {
            title: 'Variation',
            render: ({ variation }: Row) => <Variation name={variation} place={placeOf(variation)} />,
          },
        ]
      : []),
    { title: 'Difference', render: ({ value }) => write(value), as: 'figure' },
    { title: 'From', render: ({ low }) => write(low), as: 'figure' },
    { title: 'To', render: ({ high }) => write(high), as: 'figure' },
  ]
  if (rows.length === 0) return null
  return (
    <div className={classes.pair}>
      <div className={classes.plots}>
        {variations.map((variation) => (
          <CoursePlot
            title={`Difference of variation ${variation} to ${control}, by day`}
            label={`How the difference of variation ${variation} in “${name}” became what it is. The table beside this chart has the same figures.`}
            known={rows.filter((row) => row.variation === variation)}
            scale={plotScale(figures)}
            isShare={isShare}
            colour={placeOf(variation)}
            key={variation}
          />
        ))}
      </div>
      <div className={classes.table}>
        <DataTable
          label={`${name}: differences over time`}
          columns={columns}
          rows={[...rows].sort((one, other) => other.at - one.at)}
          keyOf={({ at, variation }) => `${at} ${variation}`}
        />
      </div>
    </div>
  )
}

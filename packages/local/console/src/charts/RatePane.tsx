import type { ReactNode } from 'react'
import { DataTable } from '../shell/DataTable.tsx'
import { ChartPane } from './ChartPane.tsx'
import { RateChart, type Stack } from './RateChart.tsx'
import { rateScale } from './rateScale.ts'
import { second } from './timeAxis.ts'

interface RatePaneProps<Point> {
  readonly title: string
  readonly note: string
  readonly points: readonly Point[]
  readonly stacks: readonly Stack<Point>[]
  readonly unit?: string
  /** Shown while all rates are zero. */
  readonly nothing: ReactNode
}

/** A chart of rates over time, and the table of the same rates. */
export function RatePane<Point extends { readonly at: number }>({
  title,
  note,
  points,
  stacks,
  unit = '/s',
  nothing,
}: RatePaneProps<Point>) {
  const totals = points.map((point) => stacks.reduce((sum, { rateOf }) => sum + rateOf(point), 0))
  const scale = rateScale(totals)
  return (
    <ChartPane
      title={title}
      note={scale.type === 'logarithmic' ? `${note} Logarithmic scale.` : note}
      legend={stacks}
      chart={<RateChart title={title} points={points} stacks={stacks} scale={scale} unit={unit} />}
      table={
        <DataTable
          label={title}
          columns={[
            { title: 'Time', render: ({ at }) => second(at), as: 'code' },
            ...stacks.map(({ name, rateOf }) => ({
              title: name,
              render: (point: Point) => Number(rateOf(point).toFixed(2)),
              as: 'figure' as const,
            })),
          ]}
          rows={[...points].reverse()}
          keyOf={({ at }) => at}
        />
      }
      empty={totals.some((total) => total > 0) ? undefined : nothing}
    />
  )
}

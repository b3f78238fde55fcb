import type { ReactNode } from 'react'
import { DataTable } from '../shell/DataTable.tsx'
import { ChartPane } from './ChartPane.tsx'
import { RateChart, type Stack } from './RateChart.tsx'
import { rateScale } from './rateScale.ts'
import type { RatePoint } from './series.ts'
import { second } from './timeAxis.ts'

interface RatePaneProps {
  readonly title: string
  readonly note: string
  readonly points: readonly RatePoint[]
  readonly stacks: readonly Stack[]
  /** Shown while all rates are zero. */
  readonly nothing: ReactNode
}

/** A chart of rates over time, and the table of the same rates. */
export function RatePane({ title, note, points, stacks, nothing }: RatePaneProps) {
  const totals = points.map((point) => stacks.reduce((sum, { rateOf }) => sum + rateOf(point), 0))
  const scale = rateScale(totals)
  return (
    <ChartPane
      title={title}
      note={scale.type === 'logarithmic' ? `${note} Logarithmic scale.` : note}
      // A single colour needs no legend: the title says what it is.
      legend={stacks.length > 1 || stacks[0]?.name !== 'events' ? stacks : []}
      chart={<RateChart title={title} points={points} stacks={stacks} scale={scale} />}
      table={
        <DataTable
          label={title}
          columns={[
            { title: 'Time', render: ({ at }) => second(at), as: 'code' },
            ...stacks.map(({ name, rateOf }) => ({
              title: name,
              render: (point: RatePoint) => Number(rateOf(point).toFixed(2)),
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

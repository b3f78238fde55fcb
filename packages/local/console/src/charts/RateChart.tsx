import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { RateScale } from './rateScale.ts'
import { AXIS, TOOLTIP } from './chartColours.ts'
import { MARGIN, second, timeAxis } from './timeAxis.ts'

/** What a rate chart stacks. */
export interface Stack<Point> {
  readonly name: string
  readonly colour: string
  readonly rateOf: (point: Point) => number
}

interface RateChartProps<Point> {
  readonly title: string
  readonly points: readonly Point[]
  readonly stacks: readonly Stack<Point>[]
  readonly scale: RateScale
  /** After a value, such as `/s`. */
  readonly unit: string
}

/** Rates over time, stacked. */
export function RateChart<Point extends { readonly at: number }>({
  title,
  points,
  stacks,
  scale,
  unit,
}: RateChartProps<Point>) {
  const data = points.map((point) => ({
    at: point.at,
    ...Object.fromEntries(stacks.map(({ name, rateOf }) => [name, rateOf(point)])),
  }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={data} title={title} margin={MARGIN}>
        <CartesianGrid stroke="var(--line-soft)" vertical={false} />
        <XAxis {...timeAxis(data, 8)} />
        <YAxis {...AXIS} axisLine={false} width={44} allowDecimals={false} {...axisOf(scale)} />
        <Tooltip {...TOOLTIP} labelFormatter={second} formatter={(value) => `${round(value)} ${unit}`} />
        {stacks.map(({ name, colour }) => (
          <Area
            key={name}
            dataKey={name}
            stackId="all"
            type="step"
            // A destination without events would paint its stroke over the destinations below it.
            stroke="none"
            fill={colour}
            fillOpacity={0.85}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

function axisOf(scale: RateScale) {
  if (scale.type === 'linear') return {}
  // Symmetric logarithmic, because most seconds have no event.
  return { scale: 'symlog', domain: [0, scale.ticks.at(-1) ?? 1], ticks: [...scale.ticks], interval: 0 } as const
}

function round(value: unknown): string {
  return String(Number(Number(value).toFixed(2)))
}

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { RateScale } from './rateScale.ts'
import { AXIS, destinationColour, TOOLTIP } from './chartColours.ts'
import type { RatePoint } from './series.ts'
import { MARGIN, second, timeAxis } from './timeAxis.ts'

interface RateChartProps {
  readonly points: readonly RatePoint[]
  readonly names: readonly string[]
  readonly scale: RateScale
}

/** Events per second, stacked by destination. */
export function RateChart({ points, names, scale }: RateChartProps) {
  const data = points.map(({ at, received }) => ({ at, ...received }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={data} title="Events per second by destination" margin={MARGIN}>
        <CartesianGrid stroke="var(--line-soft)" vertical={false} />
        <XAxis {...timeAxis(data, 8)} />
        <YAxis {...AXIS} axisLine={false} width={44} allowDecimals={false} {...axisOf(scale)} />
        <Tooltip {...TOOLTIP} labelFormatter={second} formatter={(value) => `${round(value)} /s`} />
        {names.map((name, place) => (
          <Area
            key={name}
            dataKey={name}
            stackId="all"
            type="step"
            // A destination without events would paint its stroke over the destinations below it.
            stroke="none"
            fill={destinationColour(name, place)}
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

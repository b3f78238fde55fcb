import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { AXIS, destinationColour, TOOLTIP } from './chartColours.ts'
import type { RatePoint } from './series.ts'
import { MARGIN, second, timeAxis } from './timeAxis.ts'

interface RateChartProps {
  readonly points: readonly RatePoint[]
  readonly names: readonly string[]
}

/** Events per second, one upon the other. */
export function RateChart({ points, names }: RateChartProps) {
  const data = points.map(({ at, received }) => ({ at, ...received }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={data} title="Events per second by destination" margin={MARGIN}>
        <CartesianGrid stroke="var(--line-soft)" vertical={false} />
        <XAxis {...timeAxis(data, 8)} />
        <YAxis {...AXIS} axisLine={false} width={44} allowDecimals={false} />
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

function round(value: unknown): string {
  return String(Number(Number(value).toFixed(2)))
}

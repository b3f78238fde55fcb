import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { duration } from '../format/time.ts'
import { AXIS, TOOLTIP } from './chartColours.ts'
import type { DelayPoint } from './series.ts'
import { delayTick, delayTicks } from './ticks.ts'
import { MARGIN, second, timeAxis } from './timeAxis.ts'

/** The time between the call of `track` and the arrival at the collector. */
export function DelayChart({ points }: { readonly points: readonly DelayPoint[] }) {
  // A logarithmic scale has no zero, and no delay is exactly zero.
  const data = points.map(({ at, p50, p95 }) => ({ at, p50: p50 && Math.max(1, p50), p95: p95 && Math.max(1, p95) }))
  const ticks = [...delayTicks(data.flatMap(({ p50, p95 }) => [p50 ?? 0, p95 ?? 0]))]
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={data} title="Delivery delay" margin={MARGIN}>
        <CartesianGrid stroke="var(--line-soft)" vertical={false} />
        <XAxis {...timeAxis(data, 5)} />
        <YAxis
          {...AXIS}
          axisLine={false}
          width={66}
          scale="log"
          domain={[ticks[0] ?? 1, ticks.at(-1) ?? 1000]}
          ticks={ticks}
          interval={0}
          tickFormatter={(ms) => delayTick(Number(ms))}
        />
        <Tooltip {...TOOLTIP} labelFormatter={second} formatter={(ms) => duration(Number(ms))} />
        {LINES.map(({ key, name, colour }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            // Nothing is known of the seconds in between, so no line leads across them.
            stroke="none"
            dot={{ r: 2.5, fill: colour, strokeWidth: 0 }}
            activeDot={{ r: 4, fill: colour, strokeWidth: 0 }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}

export const LINES = [
  { key: 'p50', name: 'median', colour: 'var(--green)' },
  { key: 'p95', name: '95 % within', colour: 'var(--amber)' },
] as const

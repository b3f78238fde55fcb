import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { AXIS, TOOLTIP, variationColour } from './chartColours.ts'
import type { FlagShares } from './shares.ts'

/** Pixels for each flag. Many flags scroll instead of being squeezed. */
const BAR = 34

/** How often each variation was evaluated: a bar for each flag, a colour for each variation. */
export function SharesChart({ flags }: { readonly flags: readonly FlagShares[] }) {
  const variations = [...new Set(flags.flatMap(({ shares }) => shares.map(({ variation }) => variation)))].sort()
  const data = flags.map(({ key, shares }) => ({
    key,
    ...Object.fromEntries(shares.map(({ variation, count }) => [`v${variation}`, count])),
  }))
  const nameOf = (key: unknown, variation: number) =>
    flags.find((flag) => flag.key === key)?.shares.find((share) => share.variation === variation)?.name ?? ''
  return (
    <ResponsiveContainer width="100%" height={flags.length * BAR + 30}>
      <BarChart
        data={data}
        layout="vertical"
        title="Flag evaluations by variation"
        margin={{ top: 0, right: 8, bottom: 0, left: 0 }}
        barSize={16}
      >
        <XAxis {...AXIS} type="number" allowDecimals={false} />
        <YAxis {...AXIS} type="category" dataKey="key" width={132} axisLine={false} />
        <Tooltip
          {...TOOLTIP}
          cursor={{ fill: 'var(--line-soft)' }}
          formatter={(count, name, item) => [
            `${Number(count).toLocaleString('en')} ×`,
            nameOf((item.payload as { key?: unknown }).key, Number(String(name).slice(1))),
          ]}
        />
        {variations.map((variation) => (
          <Bar
            key={variation}
            dataKey={`v${variation}`}
            stackId="all"
            fill={variationColour(variation)}
            fillOpacity={0.85}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

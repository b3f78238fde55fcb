/** The same colours as the variation chips. */
const VARIATIONS = ['var(--green)', 'var(--amber)', 'var(--blue)', 'var(--plum)', 'var(--red)']

/** Shares of the colour of what waits, in percent: one for each destination. */
const SHADES = [100, 65, 40, 25]

/** The colour of what waits for a destination. */
export const destinationColour = (place: number) =>
  `color-mix(in srgb, var(--waiting) ${SHADES[place % SHADES.length]}%, var(--panel))`

export const STATE_COLOURS = {
  arrived: 'var(--arrived)',
  'taken elsewhere': 'var(--elsewhere)',
  'passed on': 'var(--passed-on)',
  waiting: 'var(--waiting)',
  refused: 'var(--refused)',
  dropped: 'var(--dropped)',
} as const

/** `variation`: -1 for the application's fallback. */
export function variationColour(variation: number): string {
  return VARIATIONS[variation % VARIATIONS.length] ?? 'var(--ink-faint)'
}

/** The style of axes and grids. */
export const AXIS = {
  stroke: 'var(--line)',
  tick: { fill: 'var(--ink-faint)', fontSize: 11 },
  tickLine: false,
} as const

export const TOOLTIP = {
  isAnimationActive: false,
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 6,
    fontSize: 12,
    padding: '6px 10px',
  },
  itemStyle: { color: 'var(--ink)', padding: 0 },
  labelStyle: { color: 'var(--ink-soft)', marginBottom: 2 },
} as const

/** A linear scale, or a logarithmic one that includes zero. */
export type RateScale =
  | { readonly type: 'linear' }
  | { readonly type: 'logarithmic'; readonly ticks: readonly number[] }

/** A linear scale is too flat for the usual rate if the peak exceeds it by more than this factor. */
const MOST_ABOVE_USUAL = 12

/** Linear, unless a burst would flatten all other rates. */
export function rateScale(totals: readonly number[]): RateScale {
  const real = totals.filter((total) => total > 0).sort((a, b) => a - b)
  const usual = real[Math.floor((real.length - 1) / 2)] ?? 0
  const peak = real.at(-1) ?? 0
  if (peak <= MOST_ABOVE_USUAL * usual) return { type: 'linear' }
  const powers = Math.max(1, Math.ceil(Math.log10(peak)))
  return { type: 'logarithmic', ticks: [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)] }
}

import { type Confidence, POWER, standardErrors } from './compare.ts'
import { normalQuantile } from './distributions.ts'
import type { Estimate } from './estimates.ts'

/** What it takes to find an effect in four of five such experiments. */
export interface Needed {
  /** The relative effect. */
  readonly effect: number
  /** The number of units in all variations. */
  readonly units: number
  /** In days more than until now, if units come as they have come. */
  readonly days: number
}

interface About {
  readonly confidence: Confidence
  readonly effect: number
  /** How long it took until these units were there, in days. */
  readonly days: number
}

/** More units than people on Earth: the metric varies too much. */
const MOST = 1e10

/** @param estimates that of the control first, and those of the other variations */
export function unitsNeeded(estimates: readonly Estimate[], { confidence, effect, days }: About): Needed | undefined {
  const [control, ...others] = estimates
  const wanted = effect * (control?.value ?? 0)
  if (!control || !(wanted > 0) || others.length === 0) return undefined
  const has = estimates.reduce((sum, { n }) => sum + n, 0)
  // Of the two that are compared, with as many units as now.
  const variance = control.variance + Math.max(...others.map((one) => one.variance))
  const isEnough = (units: number) => {
    const factor = units / has
    const pair = (2 * units) / estimates.length
    return (standardErrors(confidence, pair) + normalQuantile(POWER)) * Math.sqrt(variance / factor) <= wanted
  }
  let most = has
  while (!isEnough(most)) if ((most *= 2) > MOST) return undefined
  let least = most === has ? 0 : most / 2
  while (most - least > Math.max(1, has * 0.01)) {
    const middle = (least + most) / 2
    if (isEnough(middle)) most = middle
    else least = middle
  }
  const units = Math.ceil(most)
  return { effect, units, days: Math.max(0, Math.ceil((units / has - 1) * days)) }
}

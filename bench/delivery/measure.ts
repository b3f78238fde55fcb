import type { Sdk } from './sdks.ts'
import type { Engine } from './stage/engines/engine.ts'
import { perform, type Outcome } from './stage/perform.ts'
import { scenarios, type Scenario } from './stage/scenarios.ts'
import { openStage } from './stage/stage.ts'

/** How long to wait for what has not arrived, in milliseconds. */
const PATIENCE_MS = 20_000
export const COST_CALLS = 200
export const COST_ROUNDS = 11
/**
 * How long a page has been open before its calls are timed, in milliseconds. What an SDK and the browser do at their start is
 * not what is measured: half a second after it the same calls still took a quarter longer.
 */
export const COST_AFTER_MS = 1_500

/** Plays the ten scenarios, one after another. */
export async function playAll(engine: Engine, sdk: Sdk): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const scenario of scenarios) {
    const outcome = await playScenario(engine, sdk, scenario)
    outcomes.push(outcome)
    console.log(`${engine.version}, ${sdk.title}, ${scenario.name}: ${cell(outcome)}`)
  }
  return outcomes
}

export const playScenario = (engine: Engine, { page }: Sdk, scenario: Scenario): Promise<Outcome> =>
  perform(engine, scenario, { sdk: page, patienceMs: PATIENCE_MS, isPoked: true, look: () => undefined })

/** What `COST_CALLS` calls in one task take on the calling thread: the median of some fresh pages, in milliseconds. */
export async function costOf(engine: Engine, { page }: Sdk, rounds = COST_ROUNDS): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const stage = await openStage(engine, { sdk: page, tabs: 1 })
    await new Promise((resolve) => setTimeout(resolve, COST_AFTER_MS))
    costs.push((await stage.tabs[0]?.track({ to: COST_CALLS })) ?? NaN)
    await stage.close()
  }
  return costs.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN
}

/** What was taken before the next visit → in the end, of what was tracked; in bold when something is missing. */
export function cell({ tracked, takenBefore, taken, copies }: Outcome): string {
  const reached = taken === tracked ? `${taken}/${tracked}` : `**${taken}/${tracked}**`
  const before = takenBefore < taken ? `${takenBefore} → ` : ''
  return `${before}${reached}${copies > 0 ? ` +${copies}` : ''}`
}

import { telltale, type Sdk } from './sdks.ts'
import type { Engine, EngineTab } from 'stage/engines/engine'
import { perform, type Outcome } from 'stage/perform'
import { scenarios, type Scenario } from 'stage/scenarios'
import { openStage } from 'stage/openStage'

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
  perform(engine, scenario, { sdk: page, patienceMs: PATIENCE_MS, isPoked: true, inspect: () => undefined })

/** What `COST_CALLS` calls in one task take on the calling thread: the median of some fresh pages, in milliseconds. */
export async function costOf(engine: Engine, { page }: Sdk, rounds = COST_ROUNDS): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const stage = await openStage(engine, { sdk: page, tabs: 1 })
    await new Promise((resolve) => setTimeout(resolve, COST_AFTER_MS))
    costs.push((await stage.tabs[0]?.track({ to: COST_CALLS })) ?? NaN)
    await stage.close()
  }
  return medianOf(costs)
}

/**
 * What the calls of Telltale take, and what `localStorage.setItem` takes alone for the same keys and values, each in one task of pages
 * that were opened as long before: the medians, in milliseconds.
 */
export async function costBesideStorage(
  engine: Engine,
  rounds = COST_ROUNDS,
): Promise<{ calls: number; bare: number }> {
  const calls: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { took, written } = await inFreshPage(engine, (page) =>
      page.run((count) => {
        const earlier = new Set(Object.keys(localStorage))
        const time = globalThis.act?.({ name: 'cost', from: 0, to: count, largeBytes: 1 }) ?? NaN
        return { took: time, written: Object.entries(localStorage).filter(([key]) => !earlier.has(key)) }
      }, COST_CALLS),
    )
    if (written.length < COST_CALLS) throw new Error('The page has not written each event.')
    calls.push(took)
    const alone = await inFreshPage(engine, (page) =>
      page.run((entries) => {
        const start = performance.now()
        // Under names that the page does not take for its own.
        for (const [key, value] of entries) localStorage.setItem(`bare${key.slice(4)}`, value)
        return performance.now() - start
      }, written),
    )
    bare.push(alone)
  }
  return { calls: medianOf(calls), bare: medianOf(bare) }
}

async function inFreshPage<Result>(engine: Engine, measure: (page: EngineTab) => Promise<Result>): Promise<Result> {
  const stage = await openStage(engine, { sdk: telltale.page, tabs: 1 })
  await new Promise((resolve) => setTimeout(resolve, COST_AFTER_MS))
  const [tab] = stage.tabs
  if (!tab) throw new Error('The stage has no tab.')
  const result = await measure(tab.page)
  await stage.close()
  return result
}

const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** What was taken before the next visit → in the end, of what was tracked; in bold when something is missing. */
export function cell({ tracked, takenBefore, taken, copies }: Outcome): string {
  const reached = taken === tracked ? `${taken}/${tracked}` : `**${taken}/${tracked}**`
  const before = takenBefore < taken ? `${takenBefore} → ` : ''
  return `${before}${reached}${copies > 0 ? ` +${copies}` : ''}`
}

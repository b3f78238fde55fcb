import type { AnalyticsEvent } from '../core/model/event.ts'
import { until } from '../testing/until.ts'
import type { DestinationBench } from './destinationBench.ts'

/** How long a destination may need for what it can deliver, after all waits, in milliseconds. */
const PATIENCE_MS = 300_000
const PART_MS = 10_000
/** How long it may need by the clock of the machine, which its own timers and streams use, in milliseconds. */
const REAL_MS = 500

/** Fails with the advice unless all events have arrived within five minutes. */
export async function expectArrival(bench: DestinationBench, events: readonly AnalyticsEvent[], advice: string) {
  const missing = () => events.filter((event) => bench.arrivals(event) === 0)
  for (let waited = 0; waited < PATIENCE_MS && missing().length > 0; waited += PART_MS) await bench.pass(PART_MS)
  for (let waited = 0; waited < REAL_MS && missing().length > 0; waited += REAL_MS / 10) {
    await until(() => missing().length === 0, REAL_MS / 10)
    await bench.pass(PART_MS)
  }
  if (missing().length === 0) return
  fail(bench, `${missing().length} of ${events.length} events have not arrived. ${advice}`)
}

/** Fails with the advice if the destination has refused an event. */
export async function expectNoRefusal(bench: DestinationBench, advice: string) {
  const { refused } = await bench.kept()
  if (refused > 0) fail(bench, `The destination has refused events that can still arrive. ${advice}`)
}

/** Throws the advice, and what the layer says about the destination. */
export function fail(bench: DestinationBench, advice: string): never {
  const { outcome, reason } = bench.attempts.filter((one) => one.outcome !== undefined).at(-1) ?? {}
  const last = outcome ? ` Its last outcome: ${outcome}${reason ? ` (${reason})` : ''}.` : ''
  const written = [...new Set(bench.written())].map((line) => `\nConsole: ${line}`).join('')
  throw new Error(`${advice}${last}${written}`)
}

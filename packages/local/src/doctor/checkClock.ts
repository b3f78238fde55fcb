import { ask, type Patience } from './ask.ts'
import { findingsAbout, type Finding } from './finding.ts'

/** Seconds. A clock that is further off makes debug events end, and delays look, too early or too late. */
const MAX_SKEW_S = 30

/** Does this machine's clock say about the same as the service's? */
export async function checkClock(url: string, patience: Patience): Promise<Finding[]> {
  const { ok, wrong, skipped } = findingsAbout('clock')
  const before = Date.now()
  const asked = await ask(url, {}, patience)
  if (asked.outcome === 'silent') return [skipped('The clocks could not be compared, as there was no answer.')]
  const theirs = Date.parse(asked.response.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return [skipped(`${new URL(url).host} does not say what time it is.`)]
  // The header has whole seconds: half of one is the best guess at the rest.
  const skew = Math.round((theirs + 500 - (before + Date.now()) / 2) / 1000)
  if (Math.abs(skew) <= MAX_SKEW_S) return [ok('This clock and the service agree.')]
  return [wrong(`The service's clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's.`)]
}

import { sendRequest, type RequestLimits } from './sendRequest.ts'
import { findingsAbout, type Finding } from './finding.ts'

/** Seconds. With a larger difference, debug events end, and delays are measured, too early or too late. */
const MAX_SKEW_S = 30

/** Checks that the clocks of this machine and of the service agree. */
export async function checkClock(url: string, limits: RequestLimits): Promise<Finding[]> {
  const { ok, wrong, skipped } = findingsAbout('clock')
  const before = Date.now()
  const asked = await sendRequest(url, {}, limits)
  if (asked.outcome === 'silent') return [skipped('The clocks could not be compared, because there was no answer.')]
  const theirs = Date.parse(asked.response.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return [skipped(`The answer of ${new URL(url).host} has no Date header.`)]
  // The header has whole seconds. On average the true time is half a second later.
  const skew = Math.round((theirs + 500 - (before + Date.now()) / 2) / 1000)
  if (Math.abs(skew) <= MAX_SKEW_S) return [ok('The clocks of this machine and the service agree.')]
  return [wrong(`The service's clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's.`)]
}

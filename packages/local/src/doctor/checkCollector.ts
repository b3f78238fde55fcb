import { sendRequest, wrongServerProblem, originProblem, preflightProblem, type RequestLimits } from './sendRequest.ts'
import { messageOf } from './checkFlags.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface CollectorConfiguration {
  readonly url: string
  readonly origin: string
}

/** Checks that the collector acknowledges an empty delivery. */
export async function checkCollector(
  { url, origin }: CollectorConfiguration,
  limits: RequestLimits,
): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('collector')
  const app = { name: 'telltale doctor', platform: 'node' }
  const body = JSON.stringify({ app, sentAt: Date.now(), dropped: {}, inMemory: 0, events: [] })
  const headers = { origin, 'content-type': 'application/json' }
  const asked = await sendRequest(url, { method: 'POST', headers, body }, limits)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  const misdirected = wrongServerProblem(asked, url)
  if (misdirected !== undefined) return [wrong(misdirected)]
  const { response, text } = asked
  const refusal = await preflightProblem(url, { origin, method: 'POST', headers: ['Content-Type'] }, limits)
  const findings = refusal === undefined ? [] : [wrong(refusal)]
  if (response.status === 404 || response.status === 405)
    return [...findings, wrong(`There is no collector at ${url}: the status is ${response.status}.`)]
  if (!response.ok) {
    const said = messageOf(text)
    return [
      ...findings,
      wrong(`${url} answered a delivery with ${response.status}${said && `: ${said}`}. Events would not be delivered.`),
    ]
  }
  const unread = originProblem(response, origin)
  if (unread !== undefined && refusal === undefined) findings.push(wrong(unread))
  return [...findings, ok(`${url} acknowledges deliveries.`)]
}

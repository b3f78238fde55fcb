import { ask, foreign, originProblem, preflightProblem, type Patience } from './ask.ts'
import { messageOf } from './checkFlags.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface CollectorConfiguration {
  readonly url: string
  readonly origin: string
}

/** Does the collector acknowledge a delivery, of no events? */
export async function checkCollector({ url, origin }: CollectorConfiguration, patience: Patience): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('collector')
  const body = JSON.stringify({ app: { name: 'telltale doctor', platform: 'node' }, sentAt: Date.now(), events: [] })
  const headers = { origin, 'content-type': 'application/json' }
  const asked = await ask(url, { method: 'POST', headers, body }, patience)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  const stranger = foreign(asked, url)
  if (stranger !== undefined) return [wrong(stranger)]
  const { response, text } = asked
  const refusal = await preflightProblem(url, { origin, method: 'POST', headers: ['Content-Type'] }, patience)
  const findings = refusal === undefined ? [] : [wrong(refusal)]
  if (response.status === 404 || response.status === 405)
    return [...findings, wrong(`There is no collector at ${url}: it answers ${response.status}.`)]
  if (!response.ok) {
    const said = messageOf(text)
    return [
      ...findings,
      wrong(`${url} answers ${response.status} to a delivery${said && `: ${said}`}. Events would wait.`),
    ]
  }
  const unread = originProblem(response, origin)
  if (unread !== undefined && refusal === undefined) findings.push(wrong(unread))
  return [...findings, ok(`${url} acknowledges what is delivered.`)]
}

import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { ask, foreign, originProblem, preflightProblem, type Patience } from './ask.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface FlagsConfiguration {
  readonly baseUrl: string
  readonly eventsUrl: string
  readonly clientSideId: string
  readonly origin: string
}

/** What the client sends along with events: a browser asks for each whether it may. */
const EVENT_HEADERS = [
  'Content-Type',
  'X-LaunchDarkly-Event-Schema',
  'X-LaunchDarkly-Payload-ID',
  'X-LaunchDarkly-User-Agent',
]

/** Somebody nobody knows: asking as them reveals nothing. */
const NOBODY = { kind: 'user', key: 'telltale-doctor', anonymous: true }

export function contextPath(): string {
  return Buffer.from(JSON.stringify(NOBODY)).toString('base64url')
}

/** Does the flag service answer with flags, to a page too? */
export async function checkFlags(config: FlagsConfiguration, patience: Patience): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('flags')
  const { baseUrl, clientSideId, origin } = config
  const url = `${baseUrl}/sdk/evalx/${encodeURIComponent(clientSideId)}/contexts/${contextPath()}`
  const asked = await ask(url, { headers: { origin } }, patience)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  const { response, text } = asked
  const stranger = foreign(asked, url)
  if (stranger !== undefined) return [wrong(stranger)]
  if (response.status === 404)
    return [
      wrong(
        `The client-side id ${clientSideId} is unknown at ${baseUrl}: is it another environment's, or is the address wrong?`,
      ),
    ]
  const said = messageOf(text)
  if (response.status === 400 && /secure mode|hash/i.test(said))
    return [ok(`${baseUrl} knows the client-side id; it is in secure mode, and the application has to send a hash.`)]
  if (!response.ok)
    return [wrong(`${baseUrl} answers ${response.status} to a request for flags${said && `: ${said}`}.`)]
  const json = parseJson(text)
  if (json.outcome === 'invalid' || !isRecord(json.value))
    return [wrong(`What ${baseUrl} answers is no list of flags: is it the base URL of a flag service?`)]
  const count = Object.keys(json.value).length
  const findings = [
    ok(`${baseUrl} knows the client-side id, and has ${count} ${count === 1 ? 'flag' : 'flags'} for it.`),
  ]
  const unread = originProblem(response, origin)
  if (unread !== undefined) findings.push(wrong(unread))
  const report = `${baseUrl}/sdk/evalx/${encodeURIComponent(clientSideId)}/context`
  const refusal = await preflightProblem(report, { origin, method: 'REPORT', headers: ['Content-Type'] }, patience)
  if (refusal !== undefined) findings.push(wrong(`With useReport: ${refusal}`))
  return findings
}

/** Does it take in what clients report? */
export async function checkFlagEvents(config: FlagsConfiguration, patience: Patience): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('flag events')
  const url = `${config.eventsUrl}/events/bulk/${encodeURIComponent(config.clientSideId)}`
  const { origin } = config
  const refusal = await preflightProblem(url, { origin, method: 'POST', headers: EVENT_HEADERS }, patience)
  if (refusal !== undefined) return [wrong(refusal)]
  const headers = {
    origin,
    'content-type': 'application/json',
    'x-launchdarkly-event-schema': '4',
    'x-launchdarkly-payload-id': crypto.randomUUID(),
  }
  const asked = await ask(url, { method: 'POST', headers, body: '[]' }, patience)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  if (asked.response.ok) return [ok(`${config.eventsUrl} takes in what clients report.`)]
  return [
    wrong(foreign(asked, url) ?? `${config.eventsUrl} answers ${asked.response.status} to an empty list of events.`),
  ]
}

/** What a service says of an error in its body. */
export function messageOf(text: string): string {
  const json = parseJson(text)
  const message = json.outcome === 'ok' && isRecord(json.value) ? json.value['message'] : undefined
  return typeof message === 'string' ? message.replace(/\.$/, '') : ''
}

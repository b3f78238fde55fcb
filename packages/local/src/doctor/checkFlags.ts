import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { sendRequest, wrongServerProblem, originProblem, preflightProblem, type RequestLimits } from './sendRequest.ts'
import { findingsAbout, type Finding } from './finding.ts'

export interface FlagsConfiguration {
  readonly baseUrl: string
  readonly eventsUrl: string
  readonly clientSideId: string
  readonly origin: string
}

/** The headers that the client sends with events. A browser asks for permission for each. */
const EVENT_HEADERS = [
  'Content-Type',
  'X-LaunchDarkly-Event-Schema',
  'X-LaunchDarkly-Payload-ID',
  'X-LaunchDarkly-User-Agent',
]

/** An unknown user, so that the request reveals nothing. */
const NOBODY = { kind: 'user', key: 'telltale-doctor', anonymous: true }

export function contextPath(): string {
  return Buffer.from(JSON.stringify(NOBODY)).toString('base64url')
}

/** Checks that the flag service returns flags, and that a page may read them. */
export async function checkFlags(config: FlagsConfiguration, limits: RequestLimits): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('flags')
  const { baseUrl, clientSideId, origin } = config
  const url = `${baseUrl}/sdk/evalx/${encodeURIComponent(clientSideId)}/contexts/${contextPath()}`
  const asked = await sendRequest(url, { headers: { origin } }, limits)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  const { response, text } = asked
  const misdirected = wrongServerProblem(asked, url)
  if (misdirected !== undefined) return [wrong(misdirected)]
  if (response.status === 404)
    return [
      wrong(
        `The client-side id ${clientSideId} is unknown at ${baseUrl}. Check whether it belongs to another environment, and whether the address is right.`,
      ),
    ]
  const said = messageOf(text)
  if (response.status === 400 && /secure mode|hash/i.test(said))
    return [
      ok(`${baseUrl} knows the client-side id. The environment is in secure mode: the application must send a hash.`),
    ]
  if (!response.ok)
    return [wrong(`${baseUrl} answered a request for flags with ${response.status}${said && `: ${said}`}.`)]
  const json = parseJson(text)
  if (json.outcome === 'invalid' || !isRecord(json.value))
    return [wrong(`The answer of ${baseUrl} contains no flags. Check that it is the base URL of a flag service.`)]
  const count = Object.keys(json.value).length
  const findings = [
    ok(`${baseUrl} knows the client-side id, and has ${count} ${count === 1 ? 'flag' : 'flags'} for it.`),
  ]
  const unread = originProblem(response, origin)
  if (unread !== undefined) findings.push(wrong(unread))
  const report = `${baseUrl}/sdk/evalx/${encodeURIComponent(clientSideId)}/context`
  const refusal = await preflightProblem(report, { origin, method: 'REPORT', headers: ['Content-Type'] }, limits)
  if (refusal !== undefined) findings.push(wrong(`With useReport: ${refusal}`))
  return findings
}

/** Checks that the service accepts events of clients. */
export async function checkFlagEvents(config: FlagsConfiguration, limits: RequestLimits): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('flag events')
  const url = `${config.eventsUrl}/events/bulk/${encodeURIComponent(config.clientSideId)}`
  const { origin } = config
  const refusal = await preflightProblem(url, { origin, method: 'POST', headers: EVENT_HEADERS }, limits)
  if (refusal !== undefined) return [wrong(refusal)]
  const headers = {
    origin,
    'content-type': 'application/json',
    'x-launchdarkly-event-schema': '4',
    'x-launchdarkly-payload-id': crypto.randomUUID(),
  }
  const asked = await sendRequest(url, { method: 'POST', headers, body: '[]' }, limits)
  if (asked.outcome === 'silent') return [wrong(asked.sentence)]
  if (asked.response.ok) return [ok(`${config.eventsUrl} accepts the events of clients.`)]
  return [
    wrong(
      wrongServerProblem(asked, url) ??
        `${config.eventsUrl} answered an empty list of events with ${asked.response.status}.`,
    ),
  ]
}

/** The error message in the body of an answer. */
export function messageOf(text: string): string {
  const json = parseJson(text)
  const message = json.outcome === 'ok' && isRecord(json.value) ? json.value['message'] : undefined
  return typeof message === 'string' ? message.replace(/\.$/, '') : ''
}

import type { DeliveryOutcome } from '../events/destination.ts'
import { REDIRECTS, type HttpResult } from '../core/http/http.ts'
import { isRecord } from '../core/lib/isRecord.ts'
import { parseJson } from '../core/lib/parseJson.ts'

const KEPT = 'Its events are kept and tried again'
/**
 * [spec] RFC 9110 §15.5.2 Unauthorized, §15.5.4 Forbidden, §15.5.5 Not Found: of a deployment, a firewall or a session that has
 * ended, not of a batch.
 */
const NO_ACCESS = [401, 403, 404]

/** Why no batch can be delivered to this address at present, whatever is in it. */
export function accessProblem(answer: HttpResult, body: string | undefined): string | undefined {
  if (answer.outcome === 'redirect') {
    return `the collector’s address ${REDIRECTS}. ${KEPT}; set url to the address that answers.`
  }
  if (answer.outcome === 'bad-request' && NO_ACCESS.includes(answer.status)) {
    return `the collector denies access (status ${answer.status}). ${KEPT}; check its address and who may post there.`
  }
  if (answer.outcome !== 'success' || !body) return undefined
  return isPage(body, answer.header('Content-Type'))
    ? `the collector answered with a page, as a sign-in or a captive portal does. ${KEPT}; an acknowledgement is JSON or empty.`
    : undefined
}

/** What sign-ins and captive portals answer. */
const isPage = (text: string, type = '') => /^text\/html/i.test(type) || /^\s*</.test(text)

/** How much of what the collector says is kept, in characters. */
const MAX_MESSAGE = 200

/** What the collector says in a refusal: the `message` or `error` of its JSON, or its plain text. A page says nothing. */
function messageIn({ text, type }: { text: string; type: string }): string {
  if (isPage(text, type)) return ''
  const json = parseJson(text)
  const { error, message = error } = isRecord(json) ? json : { message: json ?? text }
  const said = isRecord(message) ? message['message'] : message
  return typeof said === 'string' ? said.trim().slice(0, MAX_MESSAGE) : ''
}

/** [spec] RFC 9110 §15.5.9 Request Timeout, RFC 8470 §5.2 Too Early, RFC 6585 §4 Too Many Requests. */
const TRY_AGAIN = [408, 425, 429]
/** [spec] RFC 9110 §15.5.14 Content Too Large. */
const TOO_LARGE = 413

/** What an answer of a collector means for the events of its request. */
export function outcomeOf(result: HttpResult): DeliveryOutcome {
  if (result.outcome === 'success') return { outcome: 'delivered' }
  if (result.outcome === 'bad-request' && result.status === TOO_LARGE) return { outcome: 'too-large' }
  if (result.outcome === 'bad-request' && !TRY_AGAIN.includes(result.status)) {
    const message = result.body && messageIn(result.body)
    return { outcome: 'refused', reason: `status ${result.status}${message ? `: ${message}` : ''}` }
  }
  const { retryAfterMs: afterMs } = result
  return { outcome: 'retry', ...(afterMs && { afterMs }) }
}

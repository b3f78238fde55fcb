import { attempt } from '../core/lib/attempt.ts'
import { base64Url } from '../core/lib/text.ts'
import type { Context } from '../core/model/flag.ts'
import type { Random } from '../core/ports/platform.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagSettings } from './flagSettings.ts'

/** Builds the requests for a context's flags, by poll or by stream, with the context in the URL or in the body. */
export function flagRequests(
  context: Context,
  { clientSideId, baseUrl, streamUrl, hash, useReport, usePost, evaluationReasons }: FlagSettings,
  headers: Headers,
): (kind: 'poll' | 'stream', more?: Readonly<Record<string, string>>) => HttpRequest {
  const body = JSON.stringify(context)
  const isInBody = useReport || usePost
  const environment = encodeURIComponent(clientSideId)
  const query = [hash && `h=${encodeURIComponent(hash)}`, evaluationReasons && 'withReasons=true'].filter(Boolean)
  const search = query[0] ? `?${query.join('&')}` : ''

  return (kind, more) => {
    const isPoll = kind === 'poll'
    const path = isPoll ? `${baseUrl}/sdk/evalx/${environment}/context` : `${streamUrl}/eval/${environment}`
    if (!isInBody) return { url: path + (isPoll ? 's/' : '/') + base64Url(body) + search, headers: headers(more) }
    // The service does not support POST for streams.
    const method = usePost && isPoll ? 'POST' : 'REPORT'
    return { url: path + search, body, method, headers: headers({ 'Content-Type': 'application/json', ...more }) }
  }
}

const TAG = /^[\w.-]{1,64}$/
/** The version in `package.json`, copied by hand: a test compares them. */
export const VERSION = '0.1.0'

/**
 * The headers that identify the client to the service. A request for flags has none unless they are configured, so that the
 * browser sends no CORS preflight.
 */
export type Headers = (more?: Readonly<Record<string, string>>, isEvent?: boolean) => Record<string, string>

export function createHeaders(settings: FlagSettings, random: Random, report: (problem: string) => void): Headers {
  const { application, wrapperName, wrapperVersion, sendLDHeaders, requestHeaderTransform } = settings
  const tags = (['id', 'version'] as const).flatMap((name) => {
    const value = application[name]
    if (!value) return []
    if (TAG.test(value)) return [`application-${name}/${value}`]
    report(`Config option "application.${name}" must be up to 64 letters, digits, ., _ or - (T118)`)
    return []
  })
  const own: Record<string, string> = {}
  if (tags[0]) own['X-LaunchDarkly-Tags'] = tags.join(' ')
  if (wrapperName) own['X-LaunchDarkly-Wrapper'] = wrapperName + (wrapperVersion ? `/${wrapperVersion}` : '')
  if (settings.instanceId) own['X-LaunchDarkly-Instance-Id'] = random.uuid()

  return (more = {}, isEvent = false) => {
    const agent = isEvent ? { 'X-LaunchDarkly-User-Agent': `Telltale/${VERSION}` } : {}
    const headers = { ...(sendLDHeaders && { ...agent, ...own }), ...more }
    return attempt(
      () => requestHeaderTransform(headers) ?? headers,
      () => headers,
    )
  }
}

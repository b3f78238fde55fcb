import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import type { PolledUser } from '../protocol/consoleConnections.ts'

/** Decodes the context in the path of a poll or a stream: JSON in base64url, padded or not. */
export function readContextPath(segment: string): Record<string, unknown> | undefined {
  return readContextBody(Buffer.from(segment, 'base64url').toString('utf8'))
}

/** `undefined` if it is not a JSON object. The evaluator decides whether it is a valid context. */
export function readContextBody(text: string): Record<string, unknown> | undefined {
  const json = parseJson(text)
  return json.outcome === 'ok' && isRecord(json.value) ? json.value : undefined
}

export type OfrepContext =
  | { readonly outcome: 'ok'; readonly context: unknown }
  | { readonly outcome: 'invalid'; readonly errorCode: string; readonly errorDetails: string }

/** The key of all contexts without a targeting key: a percentage rollout gives them the same value. */
const NO_KEY = 'anonymous'

/**
 * Converts OpenFeature's context in a request's body to the flag vendor's context: the targeting key becomes the key. A context without
 * one is that of an anonymous user. [spec] OpenFeature 3.1.1: the targeting key is optional.
 */
export function readOfrepContext(text: string): OfrepContext {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return invalid('PARSE_ERROR', json.problems.join(' '))
  const body = isRecord(json.value) ? json.value : { none: true }
  // [spec] OFREP: a request need not have a context.
  const context = body['context'] ?? (Object.keys(body).length === 0 ? {} : undefined)
  if (!isRecord(context)) return invalid('INVALID_CONTEXT', 'The body must be { "context": { … } }.')
  const { targetingKey, kind = 'user', ...attributes } = context
  if (kind === 'multi') return { outcome: 'ok', context: { kind, ...attributes } }
  const key = targetingKey ?? attributes['key']
  if (key === undefined) return { outcome: 'ok', context: { ...attributes, kind, key: NO_KEY, anonymous: true } }
  if (typeof key !== 'string' || key === '')
    return invalid('TARGETING_KEY_MISSING', 'The context needs a targetingKey.')
  return { outcome: 'ok', context: { ...attributes, kind, key } }
}

function invalid(errorCode: string, errorDetails: string): OfrepContext {
  return { outcome: 'invalid', errorCode, errorDetails }
}

/** The key to show for a context. For a multi-kind context, that of the user. */
export function contextKey(context: unknown): string {
  const { key, user } = context as { key?: unknown; user?: { key?: unknown } }
  return String(key ?? user?.key ?? '')
}

/** What a context says of the user: of several kinds, the one that is called `user`. Users of the oldest SDKs have attributes in `custom`. */
export function userOf(context: unknown): PolledUser | undefined {
  if (!isRecord(context)) return undefined
  const { kind = 'user' } = context
  const user = kind === 'multi' ? context['user'] : kind === 'user' ? context : undefined
  if (!isRecord(user) || typeof user['key'] !== 'string') return undefined
  const { key, custom } = user
  return { key, attributes: [...Object.keys(user), ...(isRecord(custom) ? Object.keys(custom) : [])] }
}

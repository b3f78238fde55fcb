import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'

export type OfrepContext =
  | { readonly outcome: 'ok'; readonly context: unknown }
  | { readonly outcome: 'invalid'; readonly errorCode: string; readonly errorDetails: string }

/** OpenFeature's context of a request's body, as the flag vendor has it: the targeting key is the key. */
export function readOfrepContext(text: string): OfrepContext {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return invalid('PARSE_ERROR', json.problems.join(' '))
  const context = isRecord(json.value) ? (json.value['context'] ?? {}) : undefined
  if (!isRecord(context)) return invalid('INVALID_CONTEXT', 'The body must be { "context": { … } }.')
  const { targetingKey, kind = 'user', ...attributes } = context
  if (kind === 'multi') return { outcome: 'ok', context: { kind, ...attributes } }
  const key = targetingKey ?? attributes['key']
  if (typeof key !== 'string' || key === '')
    return invalid('TARGETING_KEY_MISSING', 'The context needs a targetingKey.')
  return { outcome: 'ok', context: { ...attributes, kind, key } }
}

function invalid(errorCode: string, errorDetails: string): OfrepContext {
  return { outcome: 'invalid', errorCode, errorDetails }
}

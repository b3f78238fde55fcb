import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'

/** The context in the path of a poll or a stream: its JSON in base64 with the URL alphabet, padded or not. */
export function readContextPath(segment: string): Record<string, unknown> | undefined {
  return readContextBody(Buffer.from(segment, 'base64url').toString('utf8'))
}

/** `undefined` when it is no JSON object. Whether it is a valid context is for the evaluator to say. */
export function readContextBody(text: string): Record<string, unknown> | undefined {
  const json = parseJson(text)
  return json.outcome === 'ok' && isRecord(json.value) ? json.value : undefined
}

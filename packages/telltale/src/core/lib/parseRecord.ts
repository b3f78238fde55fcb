import { isRecord } from './isRecord.ts'
import { parseJson } from './parseJson.ts'

/** The object that a text is as JSON; an empty one when there is no text, or it is something else. */
export function parseRecord(text: string | undefined): Record<string, unknown> {
  const parsed = parseJson(text ?? '')
  return isRecord(parsed) ? parsed : {}
}

import type { Json } from '../../core/model/json.ts'

/** A flag as the flag service sends it. */
export interface Wire {
  value: Json
  version?: number
  flagVersion?: number
  variation?: number
  reason?: object
}
export type Flags = Record<string, Wire>

/** What the flag service serves if a test does not say it. */
export const PLAN: Flags = { plan: { value: 'b', version: 3, variation: 1, reason: { kind: 'FALLTHROUGH' } } }

/** The answer of the flag service. */
export const wire = (flags: Flags) =>
  Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { version: 1, ...flag }]))

/** The same as a message of its stream. */
export const putOf = (flags: Flags) => `event: put\ndata: ${JSON.stringify(wire(flags))}\n\n`

/** The key of the user or the visitor in the context of a request. */
export function userIn(url: string): string {
  const text = (url.replace(/\?.*/, '').split('/').pop() ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const context = JSON.parse(new TextDecoder().decode(bytes)) as { key?: string; user?: { key: string } }
  return context.key ?? context.user?.key ?? ''
}

import type { Json } from '../../../src/flags/serverFlag.ts'

/** Characters. */
const MAX = 32

/** A variation's value, shortened for a list of choices. */
export function shortVariation(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === '') return '(empty text)'
  return text.length > MAX ? `${text.slice(0, MAX)}…` : text
}

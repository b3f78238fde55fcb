import type { Json } from '../../core/model/json.ts'

/** A value as TypeScript. */
export function literal(value: Json, indent: number): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const inside = ' '.repeat(indent + 2)
  const lines = Object.entries(value).map(
    ([key, inner]) => `${inside}${isList ? '' : `${nameOf(key)}: `}${literal(inner as Json, indent + 2)},`,
  )
  const [open, close] = isList ? '[]' : '{}'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`
}

/** `__proto__` without brackets would set the prototype. */
function nameOf(key: string): string {
  if (key === '__proto__') return `[${text(key)}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key)
}

/** A string literal in single quotes, with escapes. It may stand in a comment, too, which a line separator would end. */
export const text = (value: string) =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`

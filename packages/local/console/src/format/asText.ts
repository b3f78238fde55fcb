/** A value as one would say it: texts without quotes, all else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

/** For a line among others: what is inside an object is seen when the line is opened. */
export function inShort(value: unknown): string {
  if (typeof value !== 'object' || value === null) return asText(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}

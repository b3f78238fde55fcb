/** A value as text: strings without quotes, everything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

/** A short form for one line. The contents of objects are visible when the line is opened. */
export function inShort(value: unknown): string {
  if (typeof value !== 'object' || value === null) return asText(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}

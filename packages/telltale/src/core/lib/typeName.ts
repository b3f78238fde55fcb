/** The type of a JSON value, or of an option: `typeof`, but a list is an `array`, and nothing and no number have names of their own. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'NaN' : typeof value
}

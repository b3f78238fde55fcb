/** [spec] Indexed Database API, "compare two keys": numbers, then dates, strings, binary keys and lists. */
export function compareKeys(one: unknown, other: unknown): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)]
  if (rank !== otherRank) return rank - otherRank
  if (Array.isArray(one) && Array.isArray(other)) return compareLists(one, other)
  if (rank === BINARY) return compareLists(bytesOf(one), bytesOf(other))
  const [value, otherValue] = [one, other] as [string, string]
  return value < otherValue ? -1 : value > otherValue ? 1 : 0
}

const BINARY = 3

function rankOf(key: unknown): number {
  if (typeof key === 'number' && !Number.isNaN(key)) return 0
  if (key instanceof Date && !Number.isNaN(key.getTime())) return 1
  if (typeof key === 'string') return 2
  if (key instanceof ArrayBuffer || ArrayBuffer.isView(key)) return BINARY
  if (Array.isArray(key)) return 4
  throw new Error('DataError: the value is no valid key.')
}

const bytesOf = (key: unknown): number[] =>
  ArrayBuffer.isView(key)
    ? [...new Uint8Array(key.buffer, key.byteOffset, key.byteLength)]
    : [...new Uint8Array(key as ArrayBuffer)]

function compareLists(one: readonly unknown[], other: readonly unknown[]): number {
  for (const [index, item] of one.entries()) {
    if (index >= other.length) return 1
    const order = compareKeys(item, other[index])
    if (order !== 0) return order
  }
  return one.length - other.length
}

interface Place {
  /** The row that is open, -1 for none. */
  readonly now: number
  readonly count: number
  /** Rows that are seen at once. */
  readonly page: number
}

/** Which row a key leads to; undefined when it leads nowhere. */
export function stepOf(key: string, { now, count, page }: Place): number | undefined {
  if (count === 0) return undefined
  const to = (row: number) => Math.min(count - 1, Math.max(0, row))
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(now + 1)
    case 'ArrowUp':
    case 'k':
      return to(now < 0 ? 0 : now - 1)
    case 'PageDown':
      return to(now + page)
    case 'PageUp':
      return to(now - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Enter':
    case ' ':
      return now < 0 ? 0 : undefined
    default:
      return undefined
  }
}

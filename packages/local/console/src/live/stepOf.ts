interface Place {
  /** The index of the row that is or was open, or -1. */
  readonly now: number
  readonly isOpen: boolean
  readonly count: number
  /** The number of rows on a screen. */
  readonly page: number
}

/** The row that a key selects. `undefined` if it selects none. */
export function stepOf(key: string, { now, isOpen, count, page }: Place): number | undefined {
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
      return isOpen ? undefined : Math.max(0, now)
    default:
      return undefined
  }
}

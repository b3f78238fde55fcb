/** The columns of the list, in order. */
export const COLUMNS = ['time', 'age', 'delivery', 'event', 'user', 'flags', 'properties', 'page'] as const
export type Column = (typeof COLUMNS)[number]

export const COLUMN_NAMES: Readonly<Record<Column, string>> = {
  time: 'Time',
  age: 'Age',
  delivery: 'Delivery',
  event: 'Event',
  user: 'User',
  flags: 'Changed flags',
  properties: 'Properties',
  page: 'Page',
}

/** The columns without which a row cannot be identified. */
export const FIXED_COLUMNS: readonly Column[] = ['time', 'event']
export const FIRST_COLUMNS: readonly Column[] = ['time', 'delivery', 'event', 'user', 'flags', 'properties']

export interface ColumnLayout {
  /** Two lines per event, if there is no room for columns. */
  readonly isNarrow: boolean
  readonly columns: readonly { readonly column: Column; readonly width: number }[]
}

/** Pixels of the list's width. */
const NARROW = 620
/** Below this width in pixels, only the identifying columns are shown. The open event shows the rest. */
const ROOMY = 940
const PADDING = 14
const GAP = 14

const WIDTHS: Readonly<Partial<Record<Column, number>>> = { time: 88, age: 64, delivery: 156 }
/** How the remaining width is distributed. */
const SHARES: Readonly<Record<Exclude<Column, 'time' | 'age' | 'delivery'>, number>> = {
  event: 1.36,
  user: 1.12,
  flags: 1.61,
  properties: 0.92,
  page: 1,
}
const NARROW_COLUMNS: readonly Column[] = ['time', 'delivery', 'event', 'user']

/** The selected columns that fit into a list of this width, and their widths in pixels. */
export function columnLayout(width: number, chosen: readonly Column[]): ColumnLayout {
  const isNarrow = width > 0 && width < NARROW
  const shown = COLUMNS.filter((column) => chosen.includes(column) || FIXED_COLUMNS.includes(column)).filter(
    (column) => width >= ROOMY || NARROW_COLUMNS.includes(column),
  )
  const shareOf = (column: Column) => (column in SHARES ? SHARES[column as keyof typeof SHARES] : 0)
  const fixed = shown.reduce((sum, column) => sum + (WIDTHS[column] ?? 0), 0)
  const free = Math.max(0, width - 2 * PADDING - GAP * (shown.length - 1) - fixed)
  const shares = shown.reduce((sum, column) => sum + shareOf(column), 0)
  return {
    isNarrow,
    columns: shown.map((column) => ({
      column,
      width: WIDTHS[column] ?? Math.floor((free * shareOf(column)) / shares),
    })),
  }
}

/** Pixels: a character of a chip, its padding, the gap between chips, and the counter chip. */
const LETTER = 6.6
const AROUND = 12
const BETWEEN = 3
const OTHERS = 32

/** How many chips with these texts fit side by side, with room for the counter of the others. */
export function chipsThatFit(texts: readonly string[], width: number): number {
  let used = 0
  for (const [index, text] of texts.entries()) {
    used += text.length * LETTER + AROUND + (index > 0 ? BETWEEN : 0)
    const isLast = index === texts.length - 1
    if (used + (isLast ? 0 : BETWEEN + OTHERS) > width) return index
  }
  return texts.length
}

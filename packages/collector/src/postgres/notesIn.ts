import type { Batch, PageNote } from '../store/store.ts'
import type { Piece } from './lanes.ts'
import { seconds } from './seconds.ts'

/** The fate of the numbers of events. No page can tell it. */
export const ARRIVED = '(arrived)'

/** Longer names have no place in an index. */
const MAX_NAME = 512

interface Note {
  readonly batch: Batch
  readonly page: string
  readonly last: number | null
  readonly fate: string | null
  readonly numbers: string | null
}

/** What the pieces tell about pages, column by column: the events that are in them have arrived. What is not valid is left out. */
export function notesIn(pieces: readonly Piece[]): readonly (readonly (string | number | null)[])[] {
  const notes = pieces.flatMap((piece) => [...arrivedIn(piece), ...piece.pages.flatMap((note) => toldIn(piece, note))])
  return [
    notes.map(({ page }) => page),
    notes.map(({ fate }) => fate),
    notes.map(({ numbers }) => numbers),
    notes.map(({ last }) => last),
    notes.map(({ batch }) => seconds(batch.receivedAt)),
    notes.map(({ batch }) => clean(batch.app.name)),
    notes.map(({ batch }) => clean(batch.engine)),
    notes.map(({ batch }) => clean(batch.destination)),
    notes.map(({ batch }) => clean(batch.release)),
  ]
}

function arrivedIn({ batch, events }: Piece): readonly Note[] {
  const numbers = new Map<string, number[]>()
  for (const { page, n } of events) {
    if (page === undefined || n === undefined || !isName(page) || !isNumber(n)) continue
    const known = numbers.get(page)
    if (known) known.push(n)
    else numbers.set(page, [n])
  }
  return [...numbers].map(([page, all]) => ({
    ...{ batch, page, last: null, fate: ARRIVED },
    numbers: multirange(all.map((n) => [n, n])),
  }))
}

function toldIn({ batch }: Piece, { page, last, fates }: PageNote): readonly Note[] {
  if (!isName(page)) return []
  const byFate = new Map<string, (readonly [first: number, last: number])[]>()
  for (const { fate, first, last: end } of fates) {
    if (!isName(fate) || !isNumber(first) || !isNumber(end) || first > end) continue
    const known = byFate.get(fate)
    if (known) known.push([first, end])
    else byFate.set(fate, [[first, end]])
  }
  const highest = last !== undefined && isNumber(last) ? last : null
  if (byFate.size === 0) return [{ batch, page, last: highest, fate: null, numbers: null }]
  return [...byFate].map(([fate, ranges]) => ({ batch, page, last: highest, fate, numbers: multirange(ranges) }))
}

const multirange = (ranges: readonly (readonly [first: number, last: number])[]) =>
  `{${ranges.map(([first, last]) => `[${first},${last}]`).join()}}`

const isName = (text: string) => text.length <= MAX_NAME && !text.includes('\0')
const isNumber = (value: number) => Number.isSafeInteger(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER
const clean = (text: string) => text.replaceAll('\0', '\uFFFD')

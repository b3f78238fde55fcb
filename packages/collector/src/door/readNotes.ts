import { isFate, isNumber, isPage, rangesIn } from '../loss/ranges.ts'
import type { PageNote } from '../store/store.ts'
import { isRecord } from './parseJson.ts'

/** The most notes of one batch: ranges of numbers. A page has at most 200 for a destination. */
const MAX_FATES = 10_000

/** What a batch tells about pages. What is not valid in it is left out: anybody may post. Returns `undefined` if it is no object of objects. */
export function readNotes(pages: unknown = {}): readonly PageNote[] | undefined {
  if (!isRecord(pages)) return undefined
  const notes: PageNote[] = []
  let count = 0
  for (const [page, told] of Object.entries(pages)) {
    if (!isRecord(told)) return undefined
    const { last, ...others } = told
    const fates = Object.entries(others)
      .filter(([fate]) => isFate(fate))
      .flatMap(([fate, text]) => rangesIn(text).map(([first, end]) => ({ fate, first, last: end })))
    count += fates.length
    if (isPage(page) && count <= MAX_FATES) notes.push({ page, ...(isNumber(last) && { last }), fates })
  }
  return notes
}

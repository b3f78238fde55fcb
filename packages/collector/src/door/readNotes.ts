import { isFate, isNumber, isPage, rangesIn } from '../loss/ranges.ts'
import type { PageNote } from '../store/store.ts'
import { isRecord } from './parseJson.ts'

/** The most notes of one batch: pages, and ranges of their numbers. */
const MAX_NOTES = 10_000
/** The most ranges of one page, of which others are left out. A page of the library tells at most 200 at once. */
const MAX_FATES = 1000

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
      .slice(0, MAX_FATES)
    count += 1 + fates.length
    if (isPage(page) && count <= MAX_NOTES) notes.push({ page, ...(isNumber(last) && { last }), fates })
  }
  return notes
}

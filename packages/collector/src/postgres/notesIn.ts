import { batchNumbers, type PageUpdate } from '../loss/batchNumbers.ts'
import type { Batch } from '../store/store.ts'
import { seconds } from './seconds.ts'

/** Longer names have no place in an index. */
const MAX_NAME = 512

interface Note {
  readonly update: PageUpdate
  readonly fate: string | null
  readonly numbers: string | null
}

/** What the batches tell about pages, column by column. What no page says is left out. */
export function notesIn(batches: readonly Batch[]): readonly (readonly (string | number | boolean | null)[])[] {
  const notes = batchNumbers(batches, () => true)
    .filter(({ page }) => isName(page))
    .flatMap(notesOf)
  return [
    notes.map(({ update }) => update.page),
    notes.map(({ fate }) => fate),
    notes.map(({ numbers }) => numbers),
    notes.map(({ update }) => update.last),
    notes.map(({ update }) => update.delivers),
    notes.map(({ update }) => seconds(update.seenAt)),
    notes.map(({ update }) => clean(update.app)),
    notes.map(({ update }) => clean(update.engine)),
    notes.map(({ update }) => clean(update.destination)),
    notes.map(({ update }) => clean(update.release)),
  ]
}

function notesOf(update: PageUpdate): readonly Note[] {
  const byFate = new Map<string, string[]>()
  for (const [fate, first, last] of update.numbers) {
    if (!isName(fate)) continue
    const known = byFate.get(fate)
    if (known) known.push(`[${first},${last}]`)
    else byFate.set(fate, [`[${first},${last}]`])
  }
  if (byFate.size === 0) return [{ update, fate: null, numbers: null }]
  return [...byFate].map(([fate, ranges]) => ({ update, fate, numbers: `{${ranges.join()}}` }))
}

const isName = (text: string) => text.length <= MAX_NAME && !text.includes('\0')
const clean = (text: string) => text.replaceAll('\0', '\uFFFD')

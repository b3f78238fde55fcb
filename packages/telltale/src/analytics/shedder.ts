import type { Journal, Keyed } from '../core/ports/journal.ts'
import { bytesOf, overBudget, type Ranked } from './overBudget.ts'

/**
 * The journal is weighed with the first entry of a page, since earlier pages may have left much, and each time another
 * sixteenth of the budget is written: weighing reads all of it.
 */
const WEIGHINGS = 16

/** Keeps what is in a journal's log within a budget of bytes. */
export interface Shedder<Entry> {
  count(entry: Entry): void
}

interface Needs<Entry extends Ranked & Keyed> {
  journal: Journal<Keyed, Entry>
  maxBytes: number
  onShed(entries: readonly Entry[]): void
}

export function createShedder<Entry extends Ranked & Keyed>(needs: Needs<Entry>): Shedder<Entry> {
  const { journal, maxBytes, onShed } = needs
  let written = maxBytes

  async function weigh() {
    const victims = overBudget(await journal.entries(), maxBytes)
    if (victims.length === 0) return
    await journal.remove(victims.map(({ position }) => position))
    onShed(victims.map(({ entry }) => entry))
  }

  return {
    count(entry) {
      written += bytesOf(entry)
      if (written < maxBytes / WEIGHINGS) return
      written = 0
      void weigh()
    },
  }
}

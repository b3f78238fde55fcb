import type { Journal, Keyed } from '../core/ports/journal.ts'
import { bytesOf, overBudget, type Kept, type Ranked } from './overBudget.ts'

/**
 * The journal is weighed with the first entry of a page, since earlier pages may have left much, and each time another
 * sixteenth of the budget is written: weighing reads all of it.
 */
const WEIGHINGS = 16

/** Keeps a journal, with what waits in front of it, within a budget of bytes. */
export interface Shedder {
  /** These have come to it. */
  count(entries: readonly object[]): void
}

interface Needs<Waiting extends Ranked & Keyed, Entry extends Ranked & Keyed> {
  journal: Journal<Waiting, Entry>
  maxBytes: number
  onShed(entries: readonly (Waiting | Entry)[]): void
}

export function createShedder<Waiting extends Ranked & Keyed, Entry extends Ranked & Keyed>(
  needs: Needs<Waiting, Entry>,
): Shedder {
  const { journal, maxBytes, onShed } = needs
  let written = maxBytes
  let isWeighing = false

  async function weigh() {
    if (isWeighing) return // it looks once more when it is done
    isWeighing = true
    while (written >= maxBytes / WEIGHINGS) {
      written = 0
      const kept: Kept<Waiting | Entry>[] = [
        ...(await journal.waiting()).map((entry) => ({ position: entry.id, entry })),
        ...(await journal.entries()),
      ]
      const victims = overBudget(kept, maxBytes)
      if (victims.length === 0) continue
      await journal.remove(victims.map(({ position }) => position))
      onShed(victims.map(({ entry }) => entry))
    }
    isWeighing = false
  }

  return {
    count(entries) {
      written += entries.reduce((sum, entry) => sum + bytesOf(entry), 0)
      void weigh()
    },
  }
}

import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import { bytesOf, overBudget } from './overBudget.ts'

/** The journal is weighed each time this page has written another sixteenth of the budget: weighing reads all of it. */
const WEIGHINGS = 16

/** Keeps what waits for delivery within a budget of bytes. */
export interface Shedder {
  count(event: AnalyticsEvent): void
}

interface Needs {
  journal: Journal<EventDraft, AnalyticsEvent>
  maxBytes: number
  onShed(events: readonly AnalyticsEvent[]): void
}

export function createShedder({ journal, maxBytes, onShed }: Needs): Shedder {
  let written = 0

  async function weigh() {
    const victims = overBudget(await journal.entries(), maxBytes)
    if (victims.length === 0) return
    await journal.remove(victims.map(({ position }) => position))
    onShed(victims.map(({ entry }) => entry))
  }

  return {
    count(event) {
      written += bytesOf(event)
      if (written < maxBytes / WEIGHINGS) return
      written = 0
      void weigh()
    },
  }
}

import type { EventLife, LifeStep } from '../console/eventLife.ts'
import type { LifeReport, ReportedStep } from './lifeReport.ts'

/** What pages told of the lives of their events. Bounded: the events that were longest not spoken of are forgotten first. */
export interface EventLives {
  told(report: LifeReport): void
  /** Events that arrived at the collector again. */
  cameAgain(ids: readonly string[]): void
  all(): Iterable<EventLife>
  /** Called with the lives that changed. */
  subscribe(listener: (lives: readonly EventLife[]) => void): () => void
}

/** As many events as the console shows, and those that wait. */
const MAX_LIVES = 20_000
/** An event that is sent again and again, by a page that cannot reach its destination. */
const MAX_STEPS_OF_ONE = 100

export function eventLives(): EventLives {
  const lives = new Map<string, EventLife>()
  const listeners = new Set<(lives: readonly EventLife[]) => void>()

  function keep(life: EventLife): void {
    // Deleted first, so that the map's order is that of the latest news.
    lives.delete(life.id)
    lives.set(life.id, life)
  }

  function announce(ids: Iterable<string>): void {
    for (const id of lives.keys()) {
      if (lives.size <= MAX_LIVES) break
      lives.delete(id)
    }
    const changed = [...new Set(ids)].flatMap((id) => lives.get(id) ?? [])
    if (changed.length > 0) for (const listener of [...listeners]) listener(changed)
  }

  return {
    told(report) {
      for (const step of report.steps) keep(grown(lives.get(step.id), step, report))
      announce(report.steps.map(({ id }) => id))
    },
    cameAgain(ids) {
      for (const id of ids) {
        const life = lives.get(id) ?? { id, steps: [], copies: 0 }
        keep({ ...life, copies: life.copies + 1 })
      }
      announce(ids)
    },
    all: () => lives.values(),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function grown(before: EventLife | undefined, reported: ReportedStep, report: LifeReport): EventLife {
  const { id, name, step, at, destination, reason } = reported
  const next: LifeStep = { step, at, ...(destination !== undefined && { destination }), ...(reason && { reason }) }
  const { tab, page, app, identity } = report
  const known = before ?? { id, tab, page, app, steps: [], copies: 0 }
  const steps = [...known.steps, next]
  // A page that took the event over from a closed one tells the rest of its life; it happened where it happened.
  return {
    ...known,
    ...(known.tab === undefined && { tab, page, app }),
    ...(name !== undefined && { name }),
    ...(identity !== null && { identity }),
    steps: steps.length <= MAX_STEPS_OF_ONE ? steps : [...steps.slice(0, 3), ...steps.slice(4)],
  }
}

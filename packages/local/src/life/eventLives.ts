import type { CollectedEvent } from '@telltale/collector'
import { isRecord } from '../json/isRecord.ts'
import { isTime } from '../json/isTime.ts'
import type { EventLife, LifeStep } from '../protocol/eventLife.ts'
import type { LifeReport, ReportedStep } from './lifeReport.ts'

/** The lives of events as pages reported them. Bounded: the events without news for the longest time are dropped first. */
export interface EventLives {
  reported(report: LifeReport): void
  /** Forgets what these events have: the collector has it. */
  collected(ids: readonly string[]): void
  /** Counts events that arrived at the collector again. */
  cameAgain(ids: readonly string[]): void
  all(): Iterable<EventLife>
  /** Called with the lives that changed. */
  subscribe(listener: (lives: readonly EventLife[]) => void): () => void
}

/** As many events as the console shows, plus those that are pending. */
const MAX_LIVES = 20_000
/** The most steps of one event, for a page that retries again and again because its destination is unreachable. */
const MAX_STEPS_OF_ONE = 100

export function createEventLives(): EventLives {
  const lives = new Map<string, EventLife>()
  const listeners = new Set<(lives: readonly EventLife[]) => void>()
  /** The events of each page that wait, and whose user it has not named yet. */
  const unowned = new Map<string, Set<string>>()

  function keep(life: EventLife): void {
    // Deleted first, so that the map is ordered by the latest report.
    lives.delete(life.id)
    lives.set(life.id, life)
  }

  function announce(ids: Iterable<string>): void {
    for (const id of lives.keys()) {
      if (lives.size <= MAX_LIVES) break
      const tab = lives.get(id)?.tab
      if (tab !== undefined) unowned.get(tab)?.delete(id)
      lives.delete(id)
    }
    const changed = [...new Set(ids)].flatMap((id) => lives.get(id) ?? [])
    if (changed.length > 0) for (const listener of [...listeners]) listener(changed)
  }

  /**
   * Gives the events of a page that wait for its user what the page says about it. Once it names one, or says that nobody is
   * signed in, they wait for the flags.
   */
  function ownersOf(report: LifeReport): readonly string[] {
    const waiting = [...(unowned.get(report.tab) ?? [])].flatMap((id) => lives.get(id) ?? [])
    if (isDecided(report)) unowned.delete(report.tab)
    const { identity, noUser } = userIn(report)
    const changed = waiting.filter((life) => identity !== null || life.noUser !== noUser)
    for (const life of changed) lives.set(life.id, { ...life, ...ownerOf(report, life) })
    return changed.map(({ id }) => id)
  }

  function note({ id, step }: ReportedStep, report: LifeReport): void {
    const { tab } = report
    const ids = unowned.get(tab) ?? new Set()
    if (step === 'pending' && !isDecided(report)) unowned.set(tab, ids.add(id))
    else if (step !== 'happened') ids.delete(id)
    if (ids.size === 0) unowned.delete(tab)
  }

  return {
    reported(report) {
      const owned = ownersOf(report)
      for (const step of report.steps) {
        keep(grown(lives.get(step.id), step, report))
        note(step, report)
      }
      announce([...owned, ...report.steps.map(({ id }) => id)])
    },
    collected(ids) {
      for (const id of ids) {
        const known = lives.get(id)
        if (known?.event === undefined) continue
        const { event: _, ...life } = known
        lives.set(id, life)
      }
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

/** The steps up to which an event gets its user. A later one may be reported while the page has another user. */
const OPEN_STEPS: readonly LifeStep['step'][] = ['happened', 'pending', 'completed']

/** The user of the events of this moment. Who is only remembered may turn out to be another one. */
function userIn({ identity, noUser, isRemembered }: LifeReport): Pick<LifeReport, 'identity' | 'noUser'> {
  return isRemembered ? { identity: null, noUser: 'resolving' } : { identity, ...(noUser && { noUser }) }
}

function isDecided(report: LifeReport): boolean {
  const { identity, noUser } = userIn(report)
  return identity !== null || noUser === 'signed-out' || noUser === 'refused'
}

/** What a page says about the user of an event. A user who has been named stays. */
function ownerOf(report: LifeReport, before: Pick<EventLife, 'identity'>): Partial<EventLife> {
  const { identity, noUser } = userIn(report)
  if (identity !== null) return { identity }
  return before.identity === undefined && noUser !== undefined ? { noUser } : {}
}

function grown(before: EventLife | undefined, reported: ReportedStep, report: LifeReport): EventLife {
  const { id, name, step, at, destination, reason, isUnconfirmed, destinations: own, event } = reported
  const next: LifeStep = {
    step,
    at,
    ...(destination !== undefined && { destination }),
    ...(reason && { reason }),
    ...(isUnconfirmed && { isUnconfirmed }),
  }
  const { tab, page, app, destinations } = report
  const known = before ?? { id, tab, page, app, steps: [], copies: 0 }
  const steps = [...known.steps, next]
  // A page that took the event over from a closed one reports the rest of its life. The event keeps its original page.
  return {
    ...known,
    keeper: tab,
    ...(event && report.clockAheadMs !== undefined && { clockAheadMs: report.clockAheadMs }),
    ...(known.tab === undefined && { tab, page, app }),
    ...(name !== undefined && { name }),
    ...(OPEN_STEPS.includes(step) && ownerOf(report, known)),
    ...(own && { destinations: own }),
    ...(event && isOwn(event, id) && { event }),
    ...(step === 'completed' && (own ?? destinations)?.length === 0 && { hasNoDestination: true }),
    steps: steps.length <= MAX_STEPS_OF_ONE ? steps : [...steps.slice(0, 3), ...steps.slice(4)],
  }
}

/** The most characters of an event that is kept before the collector has it. */
const MAX_EVENT = 64_000

/** Whether the console can show it. Anybody may post. */
const isOwn = (event: Readonly<Record<string, unknown>>, id: string): event is CollectedEvent & typeof event =>
  event['id'] === id &&
  typeof event['name'] === 'string' &&
  isTime(event['at']) &&
  isRecord(event['properties']) &&
  isRecord(event['identity']) &&
  JSON.stringify(event).length <= MAX_EVENT

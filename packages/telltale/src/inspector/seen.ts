import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import type { Attempt, DropReason, Progress } from '../core/model/diagnostics.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { ObservedLayer } from '../core/observer.ts'
import { type PageProblem, watchProblems } from '../core/watchProblems.ts'

/** The maximum number of events; the oldest are forgotten. */
const MAX_EVENTS = 200
/** The maximum number of steps of events of other pages; further ones are left out. */
const MAX_OTHERS = 1_000

/** What has become of an event at one destination. */
export interface SeenDelivery {
  step: 'held' | 'released' | 'sent' | 'acknowledged' | 'dropped'
  at: number
  /** The purpose that the user had not allowed, and when the event was held back and released. */
  purpose?: string | undefined
  heldAt?: number | undefined
  releasedAt?: number | undefined
  /** How often it was sent. */
  sent: number
  reason?: DropReason | undefined
  /** A script was called, which confirms nothing. */
  isUnconfirmed?: true | undefined
  /** Another tab has done it. */
  isElsewhere?: boolean
  /** How long the answer to the last request took, in milliseconds. */
  tookMs?: number | undefined
}

/** The latest answer of a destination. */
export interface SeenAttempt extends Attempt {
  /** When the first of the attempts was that have failed in a row. */
  readonly failingSince?: number | undefined
  /** It is of the page before, in this tab. */
  readonly isEarlier?: true
}

/** An event of this page. */
export interface SeenEvent {
  readonly id: string
  name: string
  /** When it has happened: as it was heard, and as the complete event says. */
  at: number
  /** Present once it is complete. */
  event?: AnalyticsEvent
  pendingAt?: number
  completedAt?: number
  /** Those that it is for. Unknown of an event of an earlier page. */
  destinations?: readonly string[] | undefined
  storedAt?: number
  /** By the name of the destination, or of what has dropped it. */
  readonly deliveries: Map<string, SeenDelivery>
  /** It has happened on the page before, in this tab. */
  readonly isEarlier?: true
}

/** The latest of what the layer has said, in memory. */
export interface Seen {
  /** The oldest first. */
  readonly events: Map<string, SeenEvent>
  /** Steps of events that are not known, since somebody has taken them: those of other tabs and of earlier pages. */
  readonly others: Progress[]
  /** The latest answer of each destination. */
  readonly attempts: Map<string, SeenAttempt>
  problems(): readonly PageProblem[]
  /** This tab, or another one, has taken this step. */
  hear(progress: Progress): void
  subscribe(listener: () => void): Unsubscribe
  stop(): void
}

export function watchLayer(layer: Pick<ObservedLayer, 'on' | 'identity'>): Seen {
  const { on, identity } = layer
  const changes = createListeners<[]>()
  const events = new Map<string, SeenEvent>()
  const others: Progress[] = []
  const attempts = new Map<string, SeenAttempt>()
  const problems = watchProblems(layer, Date.now, changes.notify)

  function progressed(progress: Progress) {
    const { id, at, name } = progress
    const seen = events.get(id)
    if (seen) advance(seen, progress)
    else if (progress.step !== 'happened') {
      if (others.length < MAX_OTHERS) others.push(progress)
    } else {
      events.set(id, { id, at, name: name ?? '', deliveries: new Map() })
      if (events.size > MAX_EVENTS) for (const oldest of events.keys()) return void events.delete(oldest)
    }
  }

  const after =
    <Message extends readonly unknown[]>(change: (...message: Message) => void) =>
    (...message: Message) => {
      change(...message)
      changes.notify()
    }
  const hear = after(progressed)
  const undo = [
    on('progress', hear),
    on(
      'event',
      after((event) => {
        const seen = events.get(event.id)
        if (seen) Object.assign(seen, { event, name: event.name, at: event.at })
      }),
    ),
    on(
      'attempt',
      after((attempt) => {
        const { destination, failures, at } = attempt
        const failingSince = failures > 0 ? (attempts.get(destination)?.failingSince ?? at) : undefined
        attempts.set(destination, { ...attempt, failingSince })
      }),
    ),
    problems.stop,
    identity.confirmed.subscribe(changes.notify),
    identity.current.subscribe(changes.notify),
  ]

  return {
    events,
    others,
    attempts,
    problems: problems.all,
    hear,
    subscribe: changes.add,
    stop: () => undo.forEach((end) => end()),
  }
}

/** The steps after which a destination has not taken an event yet. */
const OPEN: ReadonlySet<SeenDelivery['step'] | undefined> = new Set([undefined, 'held', 'released', 'sent'])

/** The destinations that have not taken the event yet. */
export function waitsFor({ destinations = [], deliveries }: SeenEvent): readonly string[] {
  const own = new Set([...destinations, ...deliveries.keys()])
  return [...own].filter((name) => OPEN.has(deliveries.get(name)?.step))
}

/** The events, the newest first. */
export const newestFirst = ({ events }: { readonly events: ReadonlyMap<string, SeenEvent> }): readonly SeenEvent[] =>
  [...events.values()].reverse().sort((one, other) => other.at - one.at)

function advance(seen: SeenEvent, progress: Progress) {
  const { step, at, destination, destinations, reason, isUnconfirmed } = progress
  if (step === 'pending') seen.pendingAt = at
  else if (step === 'completed') Object.assign(seen, { completedAt: at, destinations })
  else if (step === 'stored') seen.storedAt = at
  else if (step !== 'happened' && destination !== undefined) {
    const before = seen.deliveries.get(destination)
    const sent = (before?.sent ?? 0) + (step === 'sent' ? 1 : 0)
    const tookMs = step === 'acknowledged' && before?.step === 'sent' ? at - before.at : undefined
    const purpose = progress.purpose ?? before?.purpose
    const heldAt = step === 'held' ? at : before?.heldAt
    const releasedAt = step === 'released' ? at : before?.releasedAt
    const consent = { purpose, heldAt, releasedAt }
    seen.deliveries.set(destination, { step, at, sent, reason, isUnconfirmed, tookMs, ...(purpose && consent) })
  }
}

import type { Questions, Stoppable } from '../../core/host.ts'
import { sleep } from '../../core/lib/time.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { Clock } from '../../core/ports/platform.ts'
import { OTHER_PAGE_MS } from '../recording/attribution.ts'
import type { InMemoryRecords } from '../store/inMemoryRecords.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { Tell } from '../store/state.ts'
import type { Queued } from '../store/storedRecord.ts'

export interface Ages {
  clock: Clock
  flagsDeadlineMs?: number | undefined
  signal: AbortSignal
}

/**
 * A timer that is later than this, in milliseconds, has run out while the computer slept, or the clock was set on. The timers of a
 * hidden page are up to a minute late.
 */
const ASLEEP_MS = 120_000

/**
 * Calls the listener each time that a draft has waited so long that the decision about it may change. Only time counts in which the
 * page could have received an answer, whatever the clock says: after a sleep of the computer, a wait begins again.
 *
 * @param passedMs how long it has waited already, in milliseconds
 */
export async function passAges(
  { clock, flagsDeadlineMs = Infinity, signal }: Ages,
  passedMs: number,
  onAge: (ms: number) => void,
): Promise<void> {
  for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS].sort((a, b) => a - b)) {
    if (ms === Infinity) return
    const leftMs = Math.max(ms - passedMs, 0)
    let since
    do {
      since = clock.now()
      await sleep(clock, leftMs, signal)
      if (signal.aborted) return
    } while (clock.now() - since > leftMs + ASLEEP_MS)
    onAge(ms)
    passedMs += leftMs
  }
}

interface Needs extends Omit<Ages, 'signal'> {
  inMemory: Pick<InMemoryRecords, 'byId'>
  tell: Tell
  recorder: Pick<Recorder, 'isOwn' | 'update'>
  questions: Pick<Questions, 'all'>
}

export interface AgeWatch extends Stoppable {
  /** A new draft waits. */
  add(draft: Queued): void
}

/** Updates the drafts of this page at these ages. */
export function watchAges({ inMemory, tell, recorder, questions, ...needs }: Needs): AgeWatch {
  const lifetime = new AbortController()
  const ages: Ages = { ...needs, signal: lifetime.signal }
  let added: Queued[] = []
  for (const { record } of inMemory.byId.values())
    if (record.todo.includes(PENDING) && recorder.isOwn(record.event)) add(record.event)

  function add(draft: Queued) {
    if (added.push(draft) === 1) queueMicrotask(watchAdded)
  }

  /** Those that were tracked together share their timers. */
  function watchAdded() {
    // What a page tracks before it asks who is signed in waits from then on: a prerendered page asks when it is shown.
    const askedAt = questions.all[0]?.askedAt ?? 0
    const byTime = new Map<number, string[]>()
    for (const { at, id } of added) {
      const since = Math.max(at, askedAt)
      byTime.set(since, [...(byTime.get(since) ?? []), id])
    }
    added = []
    for (const [since, ids] of byTime)
      void passAges(ages, Math.max(needs.clock.now() - since, 0), (ms) => ids.forEach((id) => pass(id, ms)))
  }

  function pass(id: string, ms: number) {
    tell(id, { type: 'waited', ms })
    const known = inMemory.byId.get(id)
    if (known) recorder.update(known)
  }

  return { add, stop: () => lifetime.abort() }
}

import type { Stoppable } from '../core/host.ts'
import { sleep } from '../core/lib/time.ts'
import { HOLD } from '../core/ports/eventStore.ts'
import type { Clock } from '../core/ports/platform.ts'
import { OTHER_PAGE_MS } from './attribution.ts'
import type { LiveRecords } from './liveRecords.ts'
import type { Recorder } from './recorder.ts'
import type { Queued } from './storedRecord.ts'

export interface Ages {
  clock: Clock
  flagsDeadlineMs?: number | undefined
  signal: AbortSignal
}

/**
 * Calls the listener at each age at which the decision about a draft may change: the shorter time passes first, even if the
 * clock is set back.
 *
 * @param ageMs the age of the draft now, in milliseconds
 */
export async function passAges(
  { clock, flagsDeadlineMs = Infinity, signal }: Ages,
  ageMs: number,
  onAge: (ms: number) => void,
): Promise<void> {
  let passedMs = Math.max(ageMs, 0)
  for (const ms of [flagsDeadlineMs, OTHER_PAGE_MS].sort((a, b) => a - b)) {
    if (ms === Infinity) return
    await sleep(clock, Math.max(ms - passedMs, 0), signal)
    if (signal.aborted) return
    onAge(ms)
    passedMs = Math.max(ms, passedMs)
  }
}

interface Needs extends Omit<Ages, 'signal'> {
  live: Pick<LiveRecords, 'byId'>
  recorder: Pick<Recorder, 'isOwn' | 'update'>
}

export interface AgeWatch extends Stoppable {
  /** A new draft waits. */
  add(draft: Queued): void
}

/** Updates the drafts of this page at these ages. */
export function watchAges({ live, recorder, ...needs }: Needs): AgeWatch {
  const lifetime = new AbortController()
  const ages: Ages = { ...needs, signal: lifetime.signal }
  let added: Queued[] = []
  for (const { record } of live.byId.values())
    if (record.todo.includes(HOLD) && recorder.isOwn(record.event)) add(record.event)

  function add(draft: Queued) {
    if (added.push(draft) === 1) queueMicrotask(watchAdded)
  }

  /** Those that were tracked together share their timers. */
  function watchAdded() {
    const byTime = new Map<number, string[]>()
    for (const { at, id } of added) byTime.set(at, [...(byTime.get(at) ?? []), id])
    added = []
    for (const [at, ids] of byTime)
      void passAges(ages, needs.clock.now() - at, (ms) => ids.forEach((id) => pass(id, ms)))
  }

  function pass(id: string, ms: number) {
    const held = live.byId.get(id)
    if (!held) return
    held.leastAgeMs = ms
    recorder.update(held)
  }

  return { add, stop: () => lifetime.abort() }
}

import type { Stoppable } from '../core/host.ts'
import { sleep } from '../core/lib/sleep.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Journal, Keyed } from '../core/ports/journal.ts'
import { createScale, overBudget, type Kept, type Ranked, type Weighed } from './overBudget.ts'

/**
 * The journal is weighed with the first entry of a page, since earlier pages may have left much, and each time another
 * sixteenth of the budget is written: weighing reads all of it.
 */
const WEIGHINGS = 16

/** How long to wait, in milliseconds, while a destination is being told. */
const UNDER_WAY_MS = 1_000

/** Keeps a journal, with what waits in front of it, within a budget of bytes. */
export interface Shedder extends Stoppable {
  /** These have come to it. */
  count(entries: readonly Weighed[]): void
}

interface Needs<Waiting extends Ranked & Keyed, Entry extends Ranked & Keyed> {
  clock: Clock
  journal: Journal<Waiting, Entry>
  /** Who reads it. */
  readers: readonly string[]
  maxBytes: number
  /** Does it if nothing of the journal is under way, in any tab: that may well arrive, and is not given up. */
  whileIdle(task: Task, signal: AbortSignal): Promise<unknown>
  onShed(entries: readonly (Waiting | Entry)[]): void
}

type Task = () => Promise<void>

export function createShedder<Waiting extends Ranked & Keyed, Entry extends Ranked & Keyed>(
  needs: Needs<Waiting, Entry>,
): Shedder {
  const { clock, journal, readers, maxBytes, whileIdle, onShed } = needs
  const lifetime = new AbortController()
  const { signal } = lifetime
  const bytesOf = createScale(true)
  let written = maxBytes
  let isWeighing = false

  async function weigh() {
    if (isWeighing) return // it looks once more when it is done
    isWeighing = true
    while (written > 0 && written >= maxBytes / WEIGHINGS) {
      written = 0
      if ((await tooMuch()).length > 0) await shed()
    }
    isWeighing = false
  }

  async function tooMuch() {
    const waiting = await journal.waiting()
    const entries = await journal.entries()
    // Asked last: what comes meanwhile would count as read.
    const unread = await Promise.all(readers.map(async (reader) => (await journal.read(reader, 1))[0]))
    const isReadUpTo = Math.max(...unread.map((first) => first?.position ?? Infinity))
    const kept: Kept<Waiting | Entry>[] = [
      ...waiting.map((entry) => ({ position: entry.id, entry })),
      ...entries.map((item) => ({ ...item, isRead: item.position < isReadUpTo })),
    ]
    return overBudget(kept, maxBytes)
  }

  async function shed() {
    let isShed = false
    const task = async () => {
      isShed = true
      const victims = await tooMuch()
      await journal.remove(victims.map(({ position }) => position))
      onShed(victims.map(({ entry }) => entry))
    }
    while (!isShed && !signal.aborted) {
      // A destination that never answers does not let the journal grow for ever.
      await (written < maxBytes ? whileIdle(task, signal) : task())
      if (!isShed) await sleep(clock, UNDER_WAY_MS, signal)
    }
  }

  return {
    count(entries) {
      written += entries.reduce((sum, entry) => sum + bytesOf(entry), 0)
      void weigh()
    },
    stop: () => lifetime.abort(),
  }
}

import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { EventWrite } from './eventWrite.ts'
import type { WritesAside } from './writesAside.ts'

export interface EventWriter {
  write(write: EventWrite): void
  /** Synchronously puts aside what the journal has not confirmed, for the next page to write. */
  putAside(): void
  /** Once what earlier pages had put aside is in the journal. */
  readonly ready: Promise<void>
}

interface Needs {
  journal: Journal<EventDraft, AnalyticsEvent>
  aside: WritesAside
  /** These are in the journal, and some of them nowhere but in this page's memory. */
  onWritten(writes: readonly EventWrite[], inMemory: readonly EventWrite[]): void
}

/**
 * Writes events into the journal, in order: one transaction for all that one task writes, which costs the caller a push.
 * Until the journal has kept something durably it may still be opening, or be closed for good: each write is then put aside
 * at once, and stays there until it is durable or done with. So is what comes while the journal has not answered the write
 * before it: with many tabs that takes long enough for a page to crash meanwhile.
 *
 * What other pages have put aside is looked for once the journal has opened: before that, one that lives on may write it, and a
 * script in it be told of it, so that the journal would not know any more that it has had it.
 */
export function createEventWriter({ journal, aside, onWritten }: Needs): EventWriter {
  let unconfirmed: EventWrite[] = []
  let isDurable = false
  let isWriting = true
  let isAnswering = false

  async function writeAll() {
    isWriting = true
    await Promise.resolve() // the rest of this task may write more
    while (unconfirmed.length > 0) {
      const writes = [...unconfirmed] // more come while these are written
      isAnswering = true
      const keeping = await journal.write(writes)
      isAnswering = false
      if (keeping === 'refused') break // stays unconfirmed, and is tried again with the next write
      isDurable = keeping === 'durable'
      unconfirmed = unconfirmed.slice(writes.length)
      if (isDurable) writes.forEach(aside.forget)
      onWritten(writes, isDurable ? [] : writes.filter((write) => !aside.put(write)))
    }
    isWriting = false
  }

  async function begin() {
    await journal.count([]) // answers once the journal has opened
    unconfirmed = [...aside.takeUp(unconfirmed), ...unconfirmed]
    await writeAll()
  }

  return {
    ready: begin(),
    write(write) {
      unconfirmed.push(write)
      if (!isDurable || isAnswering) aside.put(write)
      if (!isWriting) void writeAll()
    },
    putAside: () => unconfirmed.forEach(aside.put),
  }
}

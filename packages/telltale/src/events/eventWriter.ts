import type { EventDraft, StoredEvent } from '../core/model/event.ts'
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
  journal: Journal<EventDraft, StoredEvent>
  aside: WritesAside
  /** These are in the journal, and some of them nowhere but in this page's memory. */
  onWritten(writes: readonly EventWrite[], inMemory: readonly EventWrite[]): void
}

/**
 * Writes events into the journal, in order, with one transaction for all that one task writes. Each write is first stored
 * synchronously, and stays there until the journal has it durably or it is delivered: the transaction of a page that
 * crashes, or is left, right after `track` may never happen. Exit listeners of the application run after our own, so that
 * a second look at the exit would be too early for what is tracked in them.
 *
 * What other pages have left there is read once the journal has opened. Before that, a page that is still open may write it,
 * and hand it to a vendor script, and the journal would no longer know that it had the event.
 */
export function createEventWriter({ journal, aside, onWritten }: Needs): EventWriter {
  let unconfirmed: EventWrite[] = []
  let isWriting = true

  async function writeAll() {
    isWriting = true
    await Promise.resolve() // the rest of this task may write more
    while (unconfirmed.length > 0) {
      const writes = [...unconfirmed] // more come while these are written
      const keeping = await journal.write(writes)
      if (keeping === 'refused') break // stays unconfirmed, and is tried again with the next write
      const isDurable = keeping === 'durable'
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
      aside.put(write)
      if (!isWriting) void writeAll()
    },
    putAside: () => unconfirmed.forEach(aside.put),
  }
}

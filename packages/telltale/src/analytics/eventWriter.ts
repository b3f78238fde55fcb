import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { Journal, Keeping } from '../core/ports/journal.ts'
import type { EventWrite } from './eventWrite.ts'
import type { WritesAside } from './writesAside.ts'

export interface EventWriter {
  write(write: EventWrite): void
  /**
   * Synchronously puts aside what the journal has not confirmed, for the next page to write; and begins to write in this very task
   * what waits for an answer to earlier writes: Firefox does not store what is put aside as its tab closes.
   */
  hurry(): void
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
  /** In order, and whether the journal has been asked to write them. */
  let unconfirmed = new Map<EventWrite, boolean>()
  let isWriting = true
  let hasOpened = false

  async function writeAll() {
    isWriting = true
    await Promise.resolve() // the rest of this task may write more
    for (let writes = take(); writes.length > 0; writes = take()) {
      const keeping = await journal.write(writes)
      settle(writes, keeping)
      if (keeping === 'refused') break
    }
    isWriting = false
  }

  /** What the journal has not been asked to write. */
  function take(): readonly EventWrite[] {
    const writes = [...unconfirmed].flatMap(([write, isAsked]) => (isAsked ? [] : [write]))
    for (const write of writes) unconfirmed.set(write, true)
    return writes
  }

  function settle(writes: readonly EventWrite[], keeping: Keeping) {
    if (keeping === 'refused') {
      // They are tried again with the next write.
      for (const write of writes) unconfirmed.set(write, false)
      return
    }
    const isDurable = keeping === 'durable'
    for (const write of writes) unconfirmed.delete(write)
    if (isDurable) writes.forEach(aside.forget)
    onWritten(writes, isDurable ? [] : writes.filter((write) => !aside.put(write)))
  }

  async function begin() {
    await journal.count([]) // answers once the journal has opened
    hasOpened = true
    const found = aside.takeUp([...unconfirmed.keys()])
    unconfirmed = new Map([...found.map((write) => [write, false] as const), ...unconfirmed])
    await writeAll()
  }

  return {
    ready: begin(),
    write(write) {
      unconfirmed.set(write, false)
      aside.put(write)
      if (!isWriting) void writeAll()
    },
    hurry() {
      for (const write of unconfirmed.keys()) aside.put(write)
      const writes = hasOpened ? take() : []
      if (writes.length > 0) void journal.write(writes).then((keeping) => settle(writes, keeping))
    },
  }
}

import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { applyRun, forgetAside, leadingRun, putAside, takeUpAside, type JournalWrite } from './journalWrite.ts'

export interface EventWriter {
  write(write: JournalWrite): void
  /** Synchronously puts aside what the journal has not confirmed, for the next page to write. */
  putAside(): void
  /** Once what earlier pages had put aside is in the journal. */
  readonly ready: Promise<void>
}

interface Needs {
  journal: Journal<EventDraft, AnalyticsEvent>
  storage: KeyValueStorage
  /** Something has come to the end of the log. */
  onAppended(): void
}

/**
 * Makes events durable, in order: one transaction for all that one task writes, which costs the caller a push. Until the
 * journal has answered for the first time it may still be opening: each write is then put aside at once.
 */
export function createEventWriter({ journal, storage, onAppended }: Needs): EventWriter {
  let unconfirmed = takeUpAside(storage)
  let isProven = false
  let isWriting = false

  async function writeAll() {
    if (isWriting) return
    isWriting = true
    await Promise.resolve() // the rest of this task may write more
    while (unconfirmed.length > 0) {
      const run = leadingRun(unconfirmed)
      const isDurable = await applyRun(journal, run)
      if (!isDurable) break // stays unconfirmed, and is tried again with the next write
      isProven = true
      unconfirmed = unconfirmed.slice(run.length)
      for (const write of run) forgetAside(storage, write)
      if (run[0]?.type !== 'hold') onAppended()
    }
    isWriting = false
  }

  const ready = writeAll()
  return {
    ready,
    write(write) {
      unconfirmed.push(write)
      if (!isProven) putAside(storage, write)
      void writeAll()
    },
    putAside() {
      for (const write of unconfirmed) putAside(storage, write)
    },
  }
}

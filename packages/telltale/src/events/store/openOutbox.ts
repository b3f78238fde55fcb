import type { Host, Stoppable } from '../../core/host.ts'
import type { Watchable } from '../../core/lib/readable.ts'
import type { OpenEventStore } from '../../core/ports/eventStore.ts'
import type { LatePlatform } from '../../core/ports/platform.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import { type Adoption, startAdoption } from './adoption.ts'
import type { InMemoryRecords } from './inMemoryRecords.ts'
import { createLocalCopies } from './localCopies.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { OwnCopies } from './ownCopies.ts'
import { holdPageLock } from './pageLock.ts'
import { type Tell, teller } from './state.ts'
import type { Queued } from './storedRecord.ts'

interface Needs
  extends Pick<Host, 'app' | 'questions'>, Pick<LatePlatform, 'clock' | 'page' | 'permits' | 'storage' | 'tabs'> {
  /** The records of this page, and what it has of them in `localStorage`. */
  inMemory: InMemoryRecords
  ownCopies: OwnCopies
  reports: DeliveryReports
  openEventStore: OpenEventStore
  /** Returns whether the page with this id has ended; undefined if that is not known. */
  hasEnded(page: string): Promise<boolean | undefined>
  recorder: {
    /** The page holds the lock with its id, or has released it. */
    onLock(isHeld: boolean): void
  }
}

interface OpenOutbox {
  readonly outbox: Outbox
  readonly tell: Tell
  /** Whether the store answers. */
  readonly answers: Watchable<boolean>
  /**
   * Tells other pages that this one is open, and takes over what waits in stores that are no longer in use.
   *
   * @param onAdopted is called when events of another store are in this one; without it, none are taken over
   */
  share(onAdopted: (() => void) | false): Stoppable & Partial<Pick<Adoption, 'first'>>
}

/** Opens what keeps the events of a page: its memory, its copies in `localStorage`, and the store of the browser. */
export function openOutbox(needs: Needs): OpenOutbox {
  const { inMemory, ownCopies, questions, recorder } = needs
  const onUnreadable = needs.reports.unreadable
  const localCopies = createLocalCopies(ownCopies, { ...needs, onUnreadable })
  const store = needs.openEventStore<Queued>(ownCopies.store)
  const tell = teller(inMemory.byId)
  const outbox = createOutbox({ ...needs, tell, store, localCopies })
  return {
    outbox,
    tell,
    answers: store.answers,
    share(onAdopted) {
      const lock = holdPageLock({
        ...{ ...needs, id: questions.page, store: ownCopies.store },
        onLock(isHeld) {
          recorder.onLock(isHeld)
          outbox.onLock(isHeld)
        },
      })
      if (!onAdopted) return lock
      const { space } = needs.app
      const { onPut } = inMemory
      const { first, stop } = startAdoption({ ...needs, space, store, onPut, onUnreadable, onAdopted })
      return {
        first,
        stop() {
          stop()
          lock.stop()
        },
      }
    },
  }
}

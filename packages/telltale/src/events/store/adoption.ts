import type { Stoppable } from '../../core/host.ts'
import { sleep } from '../../core/lib/time.ts'
import type { EventStore, OpenEventStore } from '../../core/ports/eventStore.ts'
import type { LatePlatform } from '../../core/ports/platform.ts'
import type { InMemoryRecords } from './inMemoryRecords.ts'
import { createOwnCopies, type OwnCopies } from './ownCopies.ts'
import { isStoreOpen } from './pageLock.ts'
import { isStoredRecord, type Queued } from './storedRecord.ts'
import { createLocalCopies } from './localCopies.ts'

/** How long a store with another address stays apart after its last use, in milliseconds. */
const IN_USE_MS = 24 * 3_600_000
/** How often a page notes that it uses its store, and looks for stores that are no longer in use, in milliseconds. */
const CHECK_MS = 3_600_000

export interface Adoption extends Stoppable {
  /** Resolves after the first look for stores that are no longer in use. */
  readonly first: Promise<void>
}

interface Needs extends Pick<LatePlatform, 'clock' | 'page' | 'storage' | 'tabs'> {
  space: string
  /** What this page has in `localStorage`. */
  ownCopies: Pick<OwnCopies, 'store' | 'page'>
  openEventStore: OpenEventStore
  /** The store of this page. */
  store: EventStore<Queued>
  /** Calls the listener when this page puts an event into its store. */
  onPut: InMemoryRecords['onPut']
  onUnreadable(count: number): void
  onAdopted(): void
}

/**
 * Takes over what waits in other stores of this application, level and project. A store that an open page uses keeps its events. If a
 * store is for addresses that this page has too, a collector was added: nothing can go astray. If not, or if tabs cannot know which
 * pages are open, no page may have used it for a day: its collector has moved.
 */
export function startAdoption({ clock, page, storage, tabs, space, ownCopies, ...needs }: Needs): Adoption {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const usedPrefix = `used:${space}#`
  const usedKey = `used:${ownCopies.store}`
  const changesPrefix = `unwritten:${space}#`
  const own = addressesOf(ownCopies.store)
  let notedAt = 0
  function noteOwnUse() {
    notedAt = clock.now()
    storage.set(usedKey, String(notedAt))
  }
  /** Timers stand still while the machine sleeps, so that the page may have used the store since the last note. */
  const noteAfterSleep = () => void (Math.abs(clock.now() - notedAt) > CHECK_MS && noteOwnUse())
  const isOwnAddress = (address: string) => own.includes(address)
  const first = inspect()
  // While the page was in the back/forward cache, another page may have taken over its store.
  const undo = [page.onReturn(noteOwnUse), page.onMayExit(noteOwnUse), needs.onPut(noteAfterSleep)]
  void repeat()

  async function repeat() {
    await first
    while (!signal.aborted) {
      await sleep(clock, CHECK_MS, signal)
      if (!signal.aborted) await inspect()
    }
  }

  async function inspect() {
    noteOwnUse()
    for (const key of storage.keys(changesPrefix)) noteUse(`${space}#${key.slice(changesPrefix.length).split(':')[0]}`)
    for (const key of storage.keys(usedPrefix)) {
      const name = key.slice('used:'.length)
      if (name !== ownCopies.store && (await isLeft(name, key)) && !signal.aborted)
        await tabs.whileAlone(key, signal, () => adopt(name, key))
    }
  }

  async function isLeft(name: string, key: string) {
    const isOpen = await isStoreOpen(name, tabs)
    return !isOpen && ((isOpen === false && addressesOf(name).every(isOwnAddress)) || !wasUsed(key))
  }

  function wasUsed(key: string) {
    const age = clock.now() - Number(storage.get(key))
    // A time in the future was written before the clock was set back.
    return age >= 0 && age < IN_USE_MS
  }

  /** A page may have ended before it noted that it used its store. */
  function noteUse(store: string) {
    const key = `used:${store}`
    if (storage.get(key) === undefined) storage.set(key, String(clock.now()))
  }

  async function adopt(name: string, key: string) {
    const other = needs.openEventStore<Queued>(name)
    const records = (await other.all()).filter((record) => isStoredRecord(record))
    if (!(await isLeft(name, key))) return // one of its pages has just loaded this code
    const left = createOwnCopies({ storage, store: name, page: ownCopies.page })
    const localCopies = createLocalCopies(left, { clock, storage, onUnreadable: needs.onUnreadable })
    const changes = await localCopies.recover()
    const added = records.map((record) => ({ type: 'add' as const, record }))
    // What cannot be stored here stays where it is.
    if (signal.aborted || !(await needs.store.change([...added, ...changes])).isStored) return
    await other.change([{ type: 'remove', ids: records.map(({ event }) => event.id) }])
    // Only these: a page of the other store that has just been opened may have put more.
    left.own.forEach(left.remove)
    if (added.length + changes.length > 0) needs.onAdopted()
    // The next look removes the flags of these changes, and then forgets the store.
    else storage.remove(key)
  }

  return {
    first,
    stop() {
      undo.forEach((stop) => stop())
      lifetime.abort()
    },
  }
}

/** The hashes of the addresses at the end of the name of a store. */
const addressesOf = (store: string) => store.replace(/.*#/, '').split('.')

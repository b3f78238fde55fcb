import { writable } from '../../core/lib/readable.ts'
import { idsIn, nextRecord } from '../../core/ports/eventChange.ts'
import { PENDING, type OpenedEventStore, type OpenEventStore } from '../../core/ports/eventStore.ts'
import { byAge, type Queued, type QueuedChange, type QueuedRecord } from '../store/storedRecord.ts'
import type { OwnCopies } from '../store/ownCopies.ts'
import type { EventRules } from './eventRules.ts'

/** A store in front of which a page keeps in its memory the events, or the tasks of events, that are not allowed. */
export interface HeldEventStore {
  readonly open: OpenEventStore
  /** Stores what has been allowed since, and returns what is denied. */
  settle(): readonly QueuedRecord[]
  /** Whether the store has nothing that is denied, and no proof of a decision, as far as it answers. */
  isClean(): Promise<boolean>
}

interface Needs {
  rules: EventRules
  /** What is allowed is here until the store has it: the page may end at once. */
  copies: Pick<OwnCopies, 'put' | 'remove' | 'keyOf'>
  /** Resolves when one of the destinations may have events. */
  whenAllowed: Promise<void>
  /** These tasks of an event are kept by the page, or are not any more. */
  tell(step: 'held' | 'released', record: QueuedRecord, tasks: readonly string[]): void
}

/**
 * The store has only tasks that are allowed; the page keeps the others. An event of which the page keeps all tasks is not in the store at all, which is
 * not even opened before anything is allowed.
 */
export function holdEvents(open: OpenEventStore, { rules, copies, whenAllowed, tell }: Needs): HeldEventStore {
  const stores: Pick<HeldEventStore, 'settle' | 'isClean'>[] = []

  function openHeld(name: string): OpenedEventStore<Queued> {
    const held = new Map<string, QueuedRecord>()
    /** The tasks that are allowed, and that the page keeps until the store has them. */
    const released = new Map<string, readonly string[]>()
    const answers = writable(true)
    let store: OpenedEventStore<Queued> | undefined

    function opened(): OpenedEventStore<Queued> {
      if (store) return store
      const { answers: given } = (store = open<Queued>(name))
      given.watch(() => answers.set(given.get()))
      return store
    }

    /** Whether the store may have been opened, and has what can be read. */
    const readable = () => (store || rules.mayOpen() ? opened() : undefined)

    /** Keeps the tasks that must wait, and returns the change of the store for those that are allowed. */
    function divide(change: QueuedChange & { record: QueuedRecord }): readonly QueuedChange[] {
      const { type, record } = change
      const { event, todo } = record
      const before = held.get(event.id)
      const isHeld = held.delete(event.id)
      // The store gets the draft, as it has been allowed, and may have it already.
      const draft = type === 'amend' && released.get(event.id)?.includes(PENDING) ? before : undefined
      const isInStore = store !== undefined && type === 'amend' && (!isHeld || draft !== undefined)
      const [allowed, kept] = rules.divide(record, isInStore)
      // What completes a draft of the store ends it there, even if nothing of it is left.
      if (kept.length > 0) held.set(event.id, { ...record, todo: kept })
      tell(
        'held',
        record,
        kept.filter((task) => !before?.todo.includes(task)),
      )
      if (allowed.length === 0 && !isInStore) return []
      return [
        ...(draft ? [{ type: 'allow', record: rules.part(draft) } as const] : []),
        {
          type: isInStore ? 'amend' : type === 'allow' ? type : 'add',
          record: rules.part(allowed.length < todo.length ? { ...record, todo: allowed } : record),
        },
      ]
    }

    /** Changes the store, which gets what has been released, too. */
    async function write(changes: readonly QueuedChange[], isOnlyCopy?: boolean) {
      const moved = byAge(held.values()).flatMap((record) => {
        const todo = record.todo.filter((task) => released.get(record.event.id)?.includes(task))
        return todo.length > 0 ? [{ ...record, todo }] : []
      })
      const added = moved.map((record) => ({ type: 'allow', record: rules.part(record) }) as const)
      const isWithoutCopy = added.map(copies.put).includes(false)
      const result = await opened().change([...added, ...changes], isOnlyCopy || isWithoutCopy)
      if (result.isStored) for (const record of moved) give(record)
      return result
    }

    /** The page keeps these tasks no longer. */
    function give({ event, todo }: QueuedRecord) {
      released.delete(event.id)
      copies.remove(copies.keyOf(event.id, 'allow'))
      keep(event.id, (task) => !todo.includes(task))
    }

    /** Keeps those tasks of an event only. */
    function keep(id: string, isKept: (task: string) => boolean) {
      const record = held.get(id)
      const todo = record?.todo.filter(isKept) ?? []
      if (record && todo.length > 0) held.set(id, { ...record, todo })
      else held.delete(id)
    }

    function apply(change: QueuedChange): readonly QueuedChange[] {
      if ('record' in change) return divide(change)
      for (const id of idsIn(change)) {
        const next = nextRecord(held.get(id), change)
        if (next) held.set(id, next)
        else held.delete(id)
      }
      return readable() ? [change] : []
    }

    stores.push({
      settle() {
        const denied: QueuedRecord[] = []
        for (const record of byAge(held.values())) {
          const [allowed, , lost] = rules.divide(record)
          const { id } = record.event
          const before = released.get(id)
          released.set(id, allowed)
          keep(id, (task) => !lost.includes(task))
          tell(
            'released',
            record,
            allowed.filter((task) => !before?.includes(task)),
          )
          if (lost.length > 0) denied.push({ ...record, todo: lost })
        }
        for (const id of released.keys()) if (!held.has(id)) released.delete(id)
        if ([...released.values()].flat().length > 0) void write([])
        return denied
      },
      async isClean() {
        const stored = (await readable()?.all()) ?? []
        // What was decided is proven before the store is closed.
        const isDue = (record: QueuedRecord) => rules.isProof(record.event) || rules.divide(record, true)[2].length > 0
        return answers.get() && !stored.some(isDue)
      },
    })

    return {
      answers,
      async change(changes, isOnlyCopy) {
        const allowed = changes.flatMap(apply)
        const stored = new Set(allowed.flatMap(idsIn))
        const own = changes.flatMap(idsIn).filter((id) => !stored.has(id))
        if (allowed.length === 0 && (changes.length > 0 || !readable()))
          return { isStored: true, ignored: [], held: own }
        const result = await write(allowed, isOnlyCopy)
        // Another page has completed the draft, and delivers the event.
        for (const id of result.ignored) held.delete(id)
        return { ...result, held: own }
      },
      async read(task, limit) {
        // The drafts of earlier pages are not looked for before anything is allowed.
        if (task === PENDING) await whenAllowed
        const stored = (await readable()?.read(task, rules.isHeld(task) ? Infinity : limit)) ?? []
        const own = [...held.values()].filter(
          ({ event, todo }) =>
            todo.includes(task) &&
            (!rules.isDestination(task) || rules.isProof(event) || released.get(event.id)?.includes(task)),
        )
        return merged(stored, own)
          .filter(({ event }) => !rules.isHeld(task) || rules.isProof(event))
          .slice(0, limit)
      },
      all: async () => merged((await readable()?.all()) ?? [], [...held.values()]),
      discard: async (task, isDamaged) => (await readable()?.discard(task, isDamaged)) ?? 0,
    }
  }

  return {
    // The records of a page are events.
    open: openHeld as unknown as OpenEventStore,
    settle: () => stores.flatMap((one) => one.settle()),
    isClean: async () => (await Promise.all(stores.map((one) => one.isClean()))).every(Boolean),
  }
}

/** An event of which the page keeps some tasks has them all. */
function merged(stored: readonly QueuedRecord[], held: readonly QueuedRecord[]): readonly QueuedRecord[] {
  if (held.length === 0) return stored
  const byId = new Map(stored.map((record) => [record.event.id, record]))
  for (const record of held) {
    const other = byId.get(record.event.id)
    byId.set(record.event.id, other ? { ...other, todo: [...new Set([...other.todo, ...record.todo])] } : record)
  }
  return byAge(byId.values())
}

import { brokenCopies } from './brokenCopies.ts'
import { brokenErase, brokenOrders, whileStoring } from './brokenOrders.ts'
import { type BrokenStore, broken, brokenBatch } from './brokenStore.ts'

export const brokenErasures: readonly BrokenStore[] = [
  {
    fault: 'says that it has deleted, and has not',
    open: brokenErase((_, data) => async (subject, before = Date.now()) => {
      const order = {
        id: crypto.randomUUID(),
        kind: subject.kind,
        before,
        status: 'done',
        deleted: 0,
        visitors: 0,
      } as const
      data.erasures = [{ ...order, subject }, ...data.erasures]
      return order
    }),
    red: [
      'deletes all events about a person, and no other',
      'deletes the events about a visitor, and those about an account',
      'deletes by the time that a clock should have shown, and leaves what happened after',
    ],
  },
  {
    fault: 'cannot delete a person with more than 1,000 visitors',
    open: brokenErase((store, { joined }) => (subject, before) => {
      const visitors = [...joined.values()].filter((people) => people.has(subject.id))
      return store.erase(visitors.length > 1_000 ? { kind: 'person', id: '' } : subject, before)
    }),
    red: ['deletes a person as whom 3,000 visitors have signed in, and whoever is ordered after that'],
  },
  {
    fault: 'counts the visitors of a deleted person when it is ordered, and not later',
    open: broken((store) => {
      const counted = new Map<string, number>()
      return {
        async erase(subject, before) {
          const order = await store.erase(subject, before)
          counted.set(order.id, order.visitors)
          return order
        },
        erasures: async () =>
          (await store.erasures()).map((one) => ({ ...one, visitors: counted.get(one.id) ?? one.visitors })),
      }
    }),
    red: ['counts the visitors who have signed in as the person, and those of late sign-ins, each once'],
  },
  {
    fault: 'does not remember whom it has deleted, and what',
    open(data) {
      data.erased.add = () => data.erased
      return whileStoring(() => [])(data)
    },
    red: [
      'deletes nothing of somebody without events, and remembers the order',
      'stores no event any more that happened before, by a clock that is set right',
      'never brings back what was deleted when its copies come',
    ],
  },
  ...brokenCopies,
  {
    fault: 'believes the clock of the page',
    open: brokenBatch((batch) => ({ ...batch, clockAheadMs: 0 })),
    red: [
      'stores no event any more that happened before, by a clock that is set right',
      'deletes by the time that a clock should have shown, and leaves what happened after',
    ],
  },
  {
    fault: 'deletes for ever when no time is given',
    open: brokenErase(
      (store) =>
        (subject, before = Infinity) =>
          store.erase(subject, before),
    ),
    red: ['deletes up to now when no time is given'],
  },
  {
    fault: 'has no infinite time',
    open: brokenErase(
      (store) =>
        (subject, before = Date.now()) =>
          store.erase(subject, Math.min(before, 8e15)),
    ),
    red: ['stores nothing about somebody ever again when the time is infinite'],
  },
  {
    fault: 'forgets the visitors of whom it has deleted',
    open: brokenBatch((batch, { joined, erasures }) => {
      if (erasures.length > 0) {
        joined.clear()
      }
      return batch
    }),
    red: [
      'stores no late event of a visitor who had signed in as the person',
      'deletes what a visitor did before, when the person signs in after the deletion',
    ],
  },
  {
    fault: 'learns of a visitor from an event that it does not store, and does nothing',
    open: broken((store, { events }) => ({
      async append(batch, signal) {
        const before = [...events]
        const outcomes = await store.append(batch, signal)
        before.forEach(([id, event]) => events.set(id, event))
        return outcomes
      },
    })),
    red: [
      'has nothing about the person when a late event says which visitor it was',
      'deletes what a visitor did when a late sign-in says who it was',
      'deletes what visitors did who sign in as the person while the deletion goes on',
    ],
  },
  {
    fault: 'forgets the numbers of what it does not store',
    open: broken((store, { pages }) => ({
      async append(batch, signal) {
        const before = [...pages]
        const outcomes = await store.append(batch, signal)
        if (outcomes.includes('erased')) {
          before.forEach(([page, facts]) => pages.set(page, facts))
        }
        return outcomes
      },
    })),
    red: ['leaves no gap for the loss meter'],
  },
  {
    fault: 'has cursors that are rows',
    open: broken((store, { events }) => ({
      after: async (cursor, limit) =>
        cursor === undefined || [...events.values()].some(({ place }) => String(place) === cursor)
          ? store.after(cursor, limit)
          : [],
    })),
    red: ['leaves cursors that go on from events that are deleted'],
  },
  {
    fault: 'deletes by a pattern',
    open: brokenErase((store, { events }) => async (subject, before) => {
      const people = new Set([...events.values()].map(({ event }) => event.person ?? ''))
      const alike = [...people].filter((id) => id !== subject.id && id.toLowerCase() === subject.id.toLowerCase())
      await Promise.all(['obrien', ...alike].map((id) => store.erase({ kind: 'person', id }, before)))
      return store.erase(subject, before)
    }),
    red: ['takes no id for another one when it deletes'],
  },
  ...brokenOrders,
]

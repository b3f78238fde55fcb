import assert from 'node:assert/strict'
import type { Batch, Erasure, EventStore, Outcome, Subject } from '../store/store.ts'
import { eventOf } from './events.ts'
import { assertIds, eventually, idsOf, readOn } from './reading.ts'

export const ADA: Subject = { kind: 'person', id: 'ada' }

/** Deletes, and waits for the end. */
export const erased = async (store: EventStore, subject: Subject, before?: number): Promise<Erasure> => {
  const order = await (before === undefined ? store.erase(subject) : store.erase(subject, before))
  assert.equal(order.kind, subject.kind)
  const isIt = ({ id, status }: Erasure): boolean => id === order.id && status === 'done'
  return eventually(async () => (await store.erasures()).find(isIt), 'The end of an erasure')
}

export const allDone = (store: EventStore): Promise<true> =>
  eventually(
    async () => ((await store.erasures()).every(({ status }) => status === 'done') ? true : undefined),
    'The end of all erasures',
  )

/** The events that are left are those with these numbers, and are counted so. */
export const remain = async (store: EventStore, ns: readonly number[]): Promise<void> => {
  assertIds(
    idsOf(await readOn(store)),
    ns.map((n) => eventOf(n).id),
    'What is left',
  )
  assertIds(
    idsOf(await store.newest(10_000)),
    ns.map((n) => eventOf(n).id),
    'What is left',
  )
  assert.equal(await store.count(), ns.length)
}

export const outcomesOf = async (store: EventStore, batch: Batch, expected: readonly Outcome[]): Promise<void> =>
  assert.deepEqual(await store.append(batch), expected)

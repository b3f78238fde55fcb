import assert from 'node:assert/strict'
import type { EventStore, IncomingEvent } from '../store/store.ts'
import { signIn } from './aboutSomebody.ts'
import type { Case } from './check.ts'
import { ADA, allDone, erased, outcomesOf, remain } from './erasing.ts'
import { batchesOf, batchOf, eventOf, eventsOf } from './events.ts'
import { assertIds } from './reading.ts'

/** A decision about consent. */
const consentEvent = (n: number, who: Partial<IncomingEvent>, kind: unknown = 'consent'): IncomingEvent => {
  const { id, happenedAt } = eventOf(n)
  const name = 'Consent changed'
  const properties = { purposes: { analytics: n % 2 === 0 ? 'denied' : 'granted' } }
  return eventOf(n, { name, ...who, body: JSON.stringify({ id, name, at: happenedAt, kind, properties }) })
}

/** The decisions of a person are those with these numbers, in this order. */
const decided = async (store: EventStore, person: string, ns: readonly number[]): Promise<void> =>
  assert.deepEqual(
    (await store.consents(person, 1_000)).map(({ id }) => id),
    ns.map((n) => eventOf(n).id),
    person,
  )

/** What a person has decided about consent. */
export const peopleConsents: readonly Case<EventStore>[] = [
  {
    name: 'gives the decisions of a person about consent, the newest first, and no other event',
    async run({ store }) {
      const [first, other, second] = [
        consentEvent(1, { person: 'ada' }),
        consentEvent(2, { person: 'bo' }),
        consentEvent(3, { person: 'ada' }),
      ]
      await store.append(batchOf([first, other, eventOf(4, { person: 'ada' })]))
      await store.append(batchOf([second, consentEvent(5, {}), consentEvent(6, { person: 'Ada' })]))
      await decided(store, 'ada', [3, 1])
      await decided(store, 'nobody', [])
      assert.equal((await store.consents('ada', 1))[0]?.body, second.body)
    },
  },
  {
    name: 'takes an event of an application for no decision that only has its name',
    async run({ store }) {
      const own = [7, 'page', null].map((kind, i) => consentEvent(10 + i, { person: 'ada' }, kind))
      const named = eventOf(20, { person: 'ada', body: JSON.stringify({ kind: 'consent' }) })
      await store.append(batchOf([consentEvent(1, { person: 'ada' }), ...own, named]))
      await decided(store, 'ada', [1])
    },
  },
  {
    name: 'gives the decisions of the visitors who have signed in as the person',
    async run({ store }) {
      await store.append(
        batchOf([
          consentEvent(1, { visitor: 'v' }),
          consentEvent(2, { visitor: 'w' }),
          eventOf(3, signIn('ada', 'v')),
          consentEvent(4, { visitor: 'v', person: 'bo' }),
          eventOf(5, { ...signIn('ada', 'w'), impersonator: 'cy' }),
          consentEvent(6, { visitor: 'ada' }),
        ]),
      )
      await decided(store, 'ada', [1])
    },
  },
  {
    name: 'gives a decision that was made while impersonating to the person, and not to the impersonator',
    async run({ store }) {
      await store.append(batchOf([consentEvent(1, { person: 'ada', impersonator: 'bo' })]))
      await decided(store, 'ada', [1])
      await decided(store, 'bo', [])
    },
  },
  {
    name: 'gives 10,000 decisions of a person in parts, each once, while more arrive',
    async run({ store }) {
      const all = eventsOf(1, 10_000).map((_, i) =>
        consentEvent(i + 1, i % 3 === 0 ? { visitor: `v${i % 20}` } : { person: 'ada' }),
      )
      const signIns = eventsOf(20_001, 20, (n) => signIn('ada', `v${n - 20_001}`))
      for (const batch of batchesOf([...signIns, ...all], 1_000)) {
        await store.append(batch)
      }
      const read: string[] = []
      for (let before: string | undefined; ;) {
        const some = await store.consents('ada', 700, before)
        assert.ok(some.length <= 700, '`consents` gave more events than its limit')
        read.push(...some.map(({ id }) => id))
        assert.ok(read.length <= all.length, 'A decision came twice')
        before = some.at(-1)?.cursor
        if (before === undefined) {
          break
        }
        await store.append(batchOf([consentEvent(30_000 + read.length, { person: 'ada' })]))
      }
      assert.deepEqual(read, all.map(({ id }) => id).reverse())
    },
  },
  {
    name: 'refuses a cursor of decisions that is none of the store',
    async run({ store }) {
      await assert.rejects(store.consents('ada', 10, 'anything'), { code: 'WRONG_CURSOR' })
    },
  },
  {
    name: 'gives no decision of somebody who was deleted',
    async run({ store }) {
      await store.append(
        batchOf([
          consentEvent(1, { visitor: 'v' }),
          eventOf(2, signIn('ada', 'v')),
          consentEvent(3, { person: 'ada' }),
          consentEvent(4, { person: 'bo' }),
        ]),
      )
      await erased(store, ADA)
      await decided(store, 'ada', [])
      await decided(store, 'bo', [4])
      assert.equal(await store.count(), 1)
    },
  },
  {
    name: 'leaves decisions about consent if a deletion says so, and the sign-ins that say whose they are',
    needs: ['reopen'],
    async run({ store, reopened }) {
      await store.append(
        batchOf([
          consentEvent(1, { visitor: 'v' }),
          eventOf(2, { visitor: 'v' }),
          eventOf(3, signIn('ada', 'v')),
          eventOf(4, signIn('ada', 'w')),
          consentEvent(5, { person: 'ada' }),
          consentEvent(6, { person: 'ada' }, 'page'),
          eventOf(7, { person: 'ada' }),
        ]),
      )
      const { id } = await store.erase(ADA, undefined, { keepsConsents: true })
      await allDone(store)
      await remain(store, [1, 3, 5])
      await decided(store, 'ada', [5, 1])
      const again = await reopened(store)
      assert.deepEqual(
        (await again.erasures()).map((one) => [one.id, one.deleted, one.keepsConsents]),
        [[id, 4, true]],
      )
      // Those that arrive late, too.
      const late = [
        consentEvent(11, { person: 'ada' }),
        consentEvent(12, { visitor: 'v' }),
        eventOf(13, { person: 'ada' }),
        eventOf(14, { visitor: 'v' }),
        consentEvent(15, { person: 'ada' }, 'page'),
      ]
      await outcomesOf(again, batchOf(late), ['new', 'new', 'erased', 'erased', 'erased'])
      await decided(again, 'ada', [12, 11, 5, 1])
    },
  },
  {
    name: 'deletes the decisions that an earlier deletion has left when the next one does not say so',
    async run({ store }) {
      await store.append(
        batchOf([
          consentEvent(1, { visitor: 'v' }),
          eventOf(2, signIn('ada', 'v')),
          consentEvent(3, { person: 'ada' }),
        ]),
      )
      await store.erase(ADA, undefined, { keepsConsents: true })
      await allDone(store)
      await remain(store, [1, 2, 3])
      assert.equal((await erased(store, ADA)).keepsConsents, undefined)
      await remain(store, [])
      const late = batchOf([consentEvent(4, { person: 'ada' }), consentEvent(5, { visitor: 'v' })])
      await outcomesOf(store, late, ['erased', 'erased'])
    },
  },
  {
    name: 'tells of copies of decisions whether a deletion has left them',
    async run({ store }) {
      const copy = { id: eventOf(1).id, person: 'ada', accounts: [], receivedAt: Date.now() - 60_000 }
      const copies = [
        { ...copy, isConsent: true },
        { ...copy, id: eventOf(2).id },
      ]
      await store.erase(ADA, undefined, { keepsConsents: true })
      assert.deepEqual(await store.erasedAmong(copies), [eventOf(2).id])
      await store.erase(ADA)
      assertIds(await store.erasedAmong(copies), [eventOf(1).id, eventOf(2).id], 'What was deleted')
    },
  },
]

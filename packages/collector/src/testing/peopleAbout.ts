import assert from 'node:assert/strict'
import type { EventStore, IncomingEvent, StoredEvent, Subject } from '../store/store.ts'
import type { Case } from './check.ts'
import { batchesOf, batchOf, eventOf, eventsOf } from './events.ts'
import { assertIds } from './reading.ts'
import { TEXTS } from './sinkTexts.ts'

/** Ids that are one and the same for a careless comparison. */
const LOOKALIKES: readonly string[] = [
  'ada',
  'Ada',
  'ADA',
  ' ada',
  'ada ',
  'ad',
  'ada1',
  'ada%',
  'ad_',
  '%',
  '_',
  'ada\\',
  "ada'",
  'ada"',
  'ada*',
  'ada.*',
  '"ada"',
  '["ada"]',
  'ada,bo',
  'u-1',
  'u-10',
  'u-1:',
  '1',
  '01',
  '1.0',
  'straße',
  'strasse',
  'e\u0301',
  '\u00e9',
  `${'long'.repeat(2_000)}1`,
  `${'long'.repeat(2_000)}2`,
]

/** Somebody's data: all of them, and nobody else's. */
export const peopleAbout: readonly Case<EventStore>[] = [
  {
    name: 'gives all events about a person in the order of arrival, and no other',
    async run({ store }) {
      const people = ['ada', 'bo', 'cy']
      const events = eventsOf(1, 3_000, (n) => ({ person: people[n % 3] ?? '' }))
      for (const batch of batchesOf(events, 200)) {
        await store.append(batch)
      }
      for (const id of people) {
        const own = await aboutAll(store, { kind: 'person', id })
        assertIds(idsOf(own), idsOf(events.filter(({ person }) => person === id)), id)
        const times = own.map(({ receivedAt }) => receivedAt)
        assert.deepEqual(
          times,
          [...times].sort((a, b) => a - b),
        )
      }
      assert.deepEqual(await aboutAll(store, { kind: 'person', id: 'nobody' }), [])
    },
  },
  {
    name: 'gives the events as they are stored',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, { person: 'ada', body: '{ "a" : "\u{1f600}" }' })]))
      assert.deepEqual(await aboutAll(store, { kind: 'person', id: 'ada' }), await store.newest(1))
    },
  },
  {
    name: 'gives those in which the person has impersonated somebody, too',
    async run({ store }) {
      const own = eventOf(1, { person: 'ada' })
      const impersonated = eventOf(2, { person: 'bo', impersonator: 'ada' })
      await store.append(batchOf([own, impersonated, eventOf(3, { person: 'bo', impersonator: 'cy' })]))
      await isAbout(store, { kind: 'person', id: 'ada' }, [1, 2])
      await isAbout(store, { kind: 'person', id: 'bo' }, [2, 3])
      await isAbout(store, { kind: 'person', id: 'cy' }, [3])
    },
  },
  {
    name: 'gives an event once that is about somebody for several reasons',
    async run({ store }) {
      const [a, b, c] = [eventOf(1, { visitor: 'v' }), eventOf(2, signIn('ada', 'v')), eventOf(3, signIn('ada', 'v'))]
      const twice: readonly (readonly [string, string])[] = [
        ['company', '1'],
        ['company', '1'],
        ['company', '2'],
      ]
      await store.append(batchOf([a, b, c, eventOf(4, { person: 'ada', impersonator: 'ada', accounts: twice })]))
      await isAbout(store, { kind: 'person', id: 'ada' }, [1, 2, 3, 4])
      await isAbout(store, { kind: 'account', accountKind: 'company', id: '1' }, [4])
    },
  },
  {
    name: 'gives those of the visitors who have signed in as the person, earlier and later ones',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, { visitor: 'v' }), eventOf(2, { visitor: 'w' })]))
      await isAbout(store, { kind: 'person', id: 'ada' }, [])
      await store.append(batchOf([eventOf(3, signIn('ada', 'v')), eventOf(4, { person: 'ada' })]))
      await isAbout(store, { kind: 'person', id: 'ada' }, [1, 3, 4])
      // From an outbox that was delivered late, and from another browser of the person.
      await store.append(
        batchOf([eventOf(5, { visitor: 'v' }), eventOf(6, signIn('ada', 'x')), eventOf(7, { visitor: 'x' })]),
      )
      await isAbout(store, { kind: 'person', id: 'ada' }, [1, 3, 4, 5, 6, 7])
      await isAbout(store, { kind: 'visitor', id: 'v' }, [1, 3, 5])
      await isAbout(store, { kind: 'visitor', id: 'w' }, [2])
    },
  },
  {
    // The library gives no visitor to two people, but a browser with another script may. What nobody has signed is then of each of them: a
    // store cannot tell whose it was, and what is left out of a deletion is there for good. What names a person is that person's alone.
    name: 'gives no event of another person who has signed in as the same visitor',
    async run({ store }) {
      await store.append(
        batchOf([eventOf(1, { visitor: 'v' }), eventOf(2, signIn('ada', 'v')), eventOf(3, { person: 'ada' })]),
      )
      await store.append(
        batchOf([eventOf(4, { visitor: 'v' }), eventOf(5, signIn('bo', 'v')), eventOf(6, { person: 'bo' })]),
      )
      // Another visitor of bo has nothing to do with ada.
      await store.append(batchOf([eventOf(7, signIn('bo', 'w')), eventOf(8, { visitor: 'w' })]))
      await isAbout(store, { kind: 'person', id: 'ada' }, [1, 2, 3, 4])
      await isAbout(store, { kind: 'person', id: 'bo' }, [1, 4, 5, 6, 7, 8])
      await isAbout(store, { kind: 'visitor', id: 'v' }, [1, 2, 4, 5])
    },
  },
  {
    // "If the first user who is known is impersonated, the visitor is joined to nobody": it is the browser of somebody in support.
    name: 'joins no visitor to a person who is impersonated',
    async run({ store }) {
      await store.append(
        batchOf([eventOf(1, { visitor: 'v' }), eventOf(2, { ...signIn('ada', 'v'), impersonator: 'bo' })]),
      )
      await isAbout(store, { kind: 'person', id: 'ada' }, [2])
    },
  },
  {
    name: 'keeps people, visitors and accounts of every kind with the same id apart',
    async run({ store }) {
      const account = (kind: string, key: string): Partial<IncomingEvent> => ({ accounts: [[kind, key]] })
      await store.append(
        batchOf([
          eventOf(1, { person: '42' }),
          eventOf(2, { visitor: '42' }),
          eventOf(3, account('company', '42')),
          eventOf(4, account('team', '42')),
          eventOf(5, account('42', 'company')),
          eventOf(6, account('a:b', 'c')),
          eventOf(7, account('a', 'b:c')),
          eventOf(8, {
            accounts: [
              ['company', '1'],
              ['team', '2'],
            ],
          }),
          eventOf(9, { session: '42', page: '42', n: 42 }),
        ]),
      )
      await isAbout(store, { kind: 'person', id: '42' }, [1])
      await isAbout(store, { kind: 'visitor', id: '42' }, [2])
      await isAbout(store, { kind: 'account', accountKind: 'company', id: '42' }, [3])
      await isAbout(store, { kind: 'account', accountKind: 'team', id: '42' }, [4])
      await isAbout(store, { kind: 'account', accountKind: 'a', id: 'b:c' }, [7])
      await isAbout(store, { kind: 'account', accountKind: 'a:b', id: 'c' }, [6])
      await isAbout(store, { kind: 'account', accountKind: 'company', id: '1' }, [8])
      await isAbout(store, { kind: 'account', accountKind: 'team', id: '1' }, [])
      await isAbout(store, { kind: 'account', accountKind: 'company', id: '2' }, [])
    },
  },
  {
    name: 'takes no id for another one that looks like it',
    async run({ store }) {
      const ids = [...new Set([...LOOKALIKES, ...TEXTS])].filter((id) => id !== '')
      const events = ids.flatMap((id, i) => [
        eventOf(i * 3, { person: id }),
        eventOf(i * 3 + 1, { visitor: id }),
        eventOf(i * 3 + 2, { accounts: [['company', id]] }),
      ])
      await store.append(batchOf(events))
      for (const [i, id] of ids.entries()) {
        await isAbout(store, { kind: 'person', id }, [i * 3])
        await isAbout(store, { kind: 'visitor', id }, [i * 3 + 1])
        await isAbout(store, { kind: 'account', accountKind: 'company', id }, [i * 3 + 2])
      }
    },
  },
  {
    name: 'can be left before the end',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 2_000, () => ({ person: 'ada' }))))
      for await (const some of store.about({ kind: 'person', id: 'ada' })) {
        assert.notEqual(some.length, 0)
        break
      }
      assert.equal((await aboutAll(store, { kind: 'person', id: 'ada' })).length, 2_000)
      assert.deepEqual(await store.append(batchOf([])), [])
    },
  },
]

export const signIn = (person: string, visitor: string): Partial<IncomingEvent> => ({
  name: 'Visitor signed in',
  person,
  visitor,
})

const aboutAll = async (store: EventStore, subject: Subject): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = []
  for await (const some of store.about(subject)) {
    all.push(...some)
  }
  return all
}

const idsOf = (events: readonly { readonly id: string }[]): readonly string[] => events.map(({ id }) => id)

/** The events about somebody are those with these numbers. */
export const isAbout = async (store: EventStore, subject: Subject, ns: readonly number[]): Promise<void> =>
  assertIds(
    idsOf(await aboutAll(store, subject)),
    ns.map((n) => eventOf(n).id),
    JSON.stringify(subject).slice(0, 200),
  )

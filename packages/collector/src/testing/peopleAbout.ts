import assert from 'node:assert/strict'
import type { EventStore } from '../store/store.ts'
import { aboutAll, isAbout, signIn } from './aboutSomebody.ts'
import type { Case } from './check.ts'
import { batchesOf, batchOf, eventOf, eventsOf } from './events.ts'
import { assertIds, idsOf } from './reading.ts'

/** Somebody's data: all of them. */
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
    // A person of a test in a browser signs in from a new profile each time.
    name: 'gives those of 3,000 visitors who have signed in as one person',
    async run({ store }) {
      const before = eventsOf(1, 3_000, (n) => ({ visitor: `v${n}` }))
      const signIns = eventsOf(3_001, 3_000, (n) => signIn('ada', `v${n - 3_000}`))
      for (const batch of batchesOf([...before, ...signIns, eventOf(6_001, { visitor: 'w' })], 500)) {
        await store.append(batch)
      }
      assertIds(
        idsOf(await aboutAll(store, { kind: 'person', id: 'ada' })),
        idsOf([...before, ...signIns]),
        'About a person with many visitors',
      )
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
]

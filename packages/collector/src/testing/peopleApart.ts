import assert from 'node:assert/strict'
import type { EventStore, IncomingEvent } from '../store/store.ts'
import { aboutAll, isAbout } from './aboutSomebody.ts'
import type { Case } from './check.ts'
import { batchOf, eventOf, eventsOf } from './events.ts'
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

/** Nobody else's data. */
export const peopleApart: readonly Case<EventStore>[] = [
  {
    name: 'gives the events as they are stored',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, { person: 'ada', body: '{ "a" : "\u{1f600}" }' })]))
      assert.deepEqual(await aboutAll(store, { kind: 'person', id: 'ada' }), await store.newest(1))
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

import assert from 'node:assert/strict'
import type { EventStore } from '../store/store.ts'
import { batchOf, eventWith } from './batches.ts'
import type { Check } from './check.ts'

interface Choice {
  readonly retentionDays?: number
  readonly consentRetentionDays?: number
}

const DAY = 86_400_000

/** An event of 60 days ago, of which the collector has acknowledged that it is stored. */
async function storeOld(store: EventStore): Promise<string> {
  const happenedAt = Date.now() - 60 * DAY
  const event = eventWith({ happenedAt })
  assert.deepEqual(await store.append(batchOf([event], { receivedAt: happenedAt })), ['new'])
  return event.id
}

const CONSENT = { name: 'Consent changed', body: '{"kind":"consent","properties":{}}' }

/** What is left of events of 60 days ago: decisions, and the sign-ins that say whose the decisions of a visitor are. */
const KEPT = ['decision of ada', 'decision of v', 'sign-in of v']

/** Stores events of 60 days ago. Resolves with a function that says which of them are left. */
async function storeDecisions(store: EventStore): Promise<(opened: EventStore) => Promise<readonly string[]>> {
  const happenedAt = Date.now() - 60 * DAY
  const events = {
    'event of ada': eventWith({ happenedAt, person: 'ada' }),
    'event of v': eventWith({ happenedAt, visitor: 'v' }),
    'decision of ada': eventWith({ happenedAt, person: 'ada', ...CONSENT }),
    'decision of v': eventWith({ happenedAt, visitor: 'v', ...CONSENT }),
    'sign-in of v': eventWith({ happenedAt, visitor: 'v', person: 'ada' }),
    'sign-in of w': eventWith({ happenedAt, visitor: 'w', person: 'ada' }),
    'only the name': eventWith({ happenedAt, person: 'ada', name: CONSENT.name }),
    'no JSON': eventWith({ happenedAt, person: 'ada', name: CONSENT.name, body: '{' }),
    impersonated: eventWith({ happenedAt, visitor: 'v', person: 'ada', impersonator: 'bo' }),
  }
  await store.append(batchOf(Object.values(events), { receivedAt: happenedAt }))
  return async (opened) => {
    const left = await idsIn(opened)
    return Object.entries(events).flatMap(([what, { id }]) => (left.includes(id) ? [what] : []))
  }
}

/** A store may delete after it was opened. */
async function leaves(expected: readonly string[], left: () => Promise<readonly string[]>): Promise<void> {
  const until = performance.now() + 10_000
  while ((await left()).length > expected.length && performance.now() < until)
    await new Promise((done) => void setTimeout(done, 20))
  assert.deepEqual(await left(), expected)
}

const idsIn = async (store: EventStore) => (await store.after(undefined, 10)).map(({ id }) => id)

/**
 * How long events are kept belongs to the store: others who open it, with another choice or with none, do not delete what it keeps.
 *
 * @param createPlace - makes a place without events, and returns what opens it. A store deletes what is too old before it is closed.
 */
export function keptByAll(createPlace: () => (choice?: Choice) => Promise<EventStore>): readonly Check[] {
  const openers: readonly (readonly [string, Choice])[] = [
    ['without a choice', {}],
    ['with 31 days', { retentionDays: 31 }],
    ['with one day', { retentionDays: 1 }],
  ]
  return [
    ...openers.map(([who, choice]) => ({
      name: `who opens the store ${who} keeps what it keeps for 90 days`,
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 90 })
        const id = await storeOld(first)
        const beside = await open(choice)
        assert.deepEqual(await idsIn(beside), [id])
        await beside.close()
        await first.close()
        const after = await open(choice)
        assert.deepEqual(await idsIn(after), [id])
        await after.close()
      },
    })),
    {
      name: 'a store that was opened with fewer days keeps events for more as soon as it is opened with more',
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 7 })
        const second = await open({ retentionDays: 90 })
        const id = await storeOld(second)
        await Promise.all([first.close(), second.close()])
        const last = await open({ retentionDays: 7 })
        assert.deepEqual(await idsIn(last), [id])
        await last.close()
      },
    },
    {
      name: 'decisions about consent are kept until they are deleted, and whose they are',
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 7 })
        const left = await storeDecisions(first)
        await first.close()
        const second = await open()
        await leaves(KEPT, () => left(second))
        assert.deepEqual((await second.consents('ada', 10)).length, 2)
        await second.close()
        // Nor does anybody who chooses less.
        const last = await open({ retentionDays: 1, consentRetentionDays: 1 })
        await leaves(KEPT, () => left(last))
        await last.erase({ kind: 'person', id: 'ada' })
        await leaves([], () => left(last))
        await last.close()
      },
    },
    {
      name: 'decisions about consent that are older than the choice of a new store are deleted, and whose they are',
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 7, consentRetentionDays: 40 })
        const left = await storeDecisions(first)
        await first.close()
        const last = await open()
        await leaves([], () => left(last))
        await last.close()
      },
    },
    {
      name: 'decisions about consent are kept for as long as somebody has opened the store with, and never less than others',
      async run() {
        const open = createPlace()
        await (await open({ retentionDays: 7, consentRetentionDays: 40 })).close()
        const first = await open({ consentRetentionDays: 90 })
        const left = await storeDecisions(first)
        await first.close()
        const second = await open({ consentRetentionDays: 8 })
        await leaves(KEPT, () => left(second))
        await second.close()
        const other = createPlace()
        const third = await other({ retentionDays: 90, consentRetentionDays: 7 })
        const stillLeft = await storeDecisions(third)
        await third.close()
        const last = await other()
        assert.deepEqual((await stillLeft(last)).length, 9)
        await last.close()
      },
    },
    {
      name: 'a new store deletes what is older than its choice',
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 7 })
        await storeOld(first)
        await first.close()
        const last = await open()
        // A store may do so after it was opened.
        const until = performance.now() + 10_000
        while ((await last.count()) > 0 && performance.now() < until)
          await new Promise((done) => void setTimeout(done, 20))
        assert.equal(await last.count(), 0)
        await last.close()
      },
    },
  ]
}

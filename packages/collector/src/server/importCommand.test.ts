import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { incomingEvent } from '../door/incomingEvent.ts'
import { importEvents } from '../import/importEvents.ts'
import { openSqlite } from '../sqlite/driver.ts'
import { changeSqliteRetention, sqliteReader, sqliteRetention } from '../sqlite.ts'
import type { EventStore, IncomingEvent, Subject } from '../store/store.ts'
import { allDone, erased } from '../testing/erasing.ts'
import { programRunner } from '../testing/runProgram.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'
import { contentOf, manyFlags, oldBatch, wholeEvents } from '../testing/wholeEvents.ts'
import { createProgram } from './createProgram.ts'

const runProgram = programRunner(createProgram)

const { path, open } = sqliteForTests()
const ADA: Subject = { kind: 'person', id: 'ada' }

let count = 0
const fresh = () => path(`import-${++count}.db`)

/** A file of SQLite that is closed again. */
async function fileWith(fill: (store: EventStore) => Promise<unknown>, file = fresh()): Promise<string> {
  const store = await open(file)
  await fill(store)
  await store.close()
  return file
}

async function within<Result>(file: string, read: (store: EventStore) => Promise<Result>): Promise<Result> {
  const store = await open(file)
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

const people = (n: number) => ({
  person: n % 2 ? 'ada' : 'bo',
  session: 's-1',
  accounts: [['company', 'acme']] as const,
})

test('a file of SQLite is imported with ids, times, applications and flags, and a second time nothing new', async () => {
  const source = await fileWith(async (store) => {
    await store.append(oldBatch(wholeEvents(2500, people)))
    await store.append(
      oldBatch(
        wholeEvents(3).map((event) => ({ ...event, flags: manyFlags() })),
        { app: { name: 'Other' }, receivedAt: Date.now() },
      ),
    )
  })
  const target = fresh()
  expect(await runProgram('import', source, '--store', target)).toBe('Events: 2503 new, 0 known, 0 erased, 0 refused.')
  expect(await runProgram('import', source, '--store', target)).toBe(
    'Events: 0 new, 2503 known, 0 erased, 0 refused. Nothing new was stored.',
  )
  expect(await within(target, contentOf)).toEqual(await within(source, contentOf))
  const db = openSqlite(target)
  expect(db.prepare('SELECT count(*) AS count FROM flag_sets').get()).toMatchObject({ count: 1 })
  db.close()
})

test('an import that ends in the middle is completed by the next one', async () => {
  const source = await fileWith((store) => store.append(oldBatch(wholeEvents(2500, people))))
  const target = fresh()
  await within(target, async (store) => {
    async function* broken() {
      yield* [await within(source, (from) => from.after(undefined, 1200))]
      throw new Error('The machine has stopped.')
    }
    const options = { oldest: 0, onProgress: () => undefined, onRefused: () => undefined }
    await expect(importEvents(broken(), store, options)).rejects.toThrow('The machine has stopped.')
  })
  expect(await runProgram('import', source, '--store', target)).toBe(
    'Events: 1300 new, 1200 known, 0 erased, 0 refused.',
  )
  expect(await within(target, contentOf)).toEqual(await within(source, contentOf))
})

test('what is known about the numbers of pages is imported, and the events themselves are not counted', async () => {
  const source = await fileWith(async (store) => {
    const fates = [{ fate: 'filtered', first: 4, last: 6 }]
    await store.append(oldBatch(wholeEvents(3), { pages: [{ page: 'page-1', last: 9, fates }] }))
  })
  const target = fresh()
  await runProgram('import', source, '--store', target)
  await runProgram('import', source, '--store', target)
  expect(await within(target, (store) => store.numbers())).toEqual(await within(source, (store) => store.numbers()))
})

test('a deleted person does not come back, and is not known to the target by name', async () => {
  const [event, late] = wholeEvents(2, () => ({ person: 'ada' }))
  const source = await fileWith(async (store) => {
    await store.append(oldBatch([...(event ? [event] : []), ...wholeEvents(2, () => ({ person: 'bo' }))]))
    await erased(store, ADA)
  })
  const target = fresh()
  expect(await runProgram('import', source, '--store', target)).toBe(
    'Events: 2 new, 0 known, 0 erased, 0 refused. Deletions that were taken over: 1.',
  )
  await within(target, async (store) => {
    expect(await store.append(oldBatch([event, late].filter((one) => one !== undefined)))).toEqual(['erased', 'erased'])
    expect(await store.erasures()).toHaveLength(1)
  })
  expect(await runProgram('import', source, '--store', target)).toContain('0 new, 2 known')
})

test('a person who came back after the deletion is imported, also when the clock of the page is behind', async () => {
  const DAY = 86_400_000
  const source = await fileWith(async (store) => {
    await erased(store, ADA)
    const events = wholeEvents(2, (n) => ({ person: 'ada', happenedAt: Date.now() - DAY + n }))
    expect(await store.append(oldBatch(events, { receivedAt: Date.now() + 1, clockAheadMs: -DAY }))).toEqual([
      'new',
      'new',
    ])
  })
  const target = fresh()
  expect(await runProgram('import', source, '--store', target)).toContain('2 new, 0 known, 0 erased')
  expect(await within(target, contentOf)).toEqual(await within(source, contentOf))
})

test('who is deleted in the source after an import is deleted in the target by the next one', async () => {
  const source = await fileWith((store) => store.append(oldBatch(wholeEvents(10, people))))
  const target = fresh()
  await runProgram('import', source, '--store', target)
  await within(source, (store) => erased(store, ADA))
  expect(await runProgram('import', source, '--store', target)).toBe(
    'Events: 0 new, 5 known, 0 erased, 0 refused. Nothing new was stored. Deletions that were taken over: 1.',
  )
  await within(target, async (store) => {
    await allDone(store)
    expect(await store.count()).toBe(5)
  })
})

test('who is deleted in the target is not imported', async () => {
  const source = await fileWith((store) => store.append(oldBatch(wholeEvents(10, people))))
  const target = await fileWith((store) => erased(store, ADA))
  expect(await runProgram('import', source, '--store', target)).toBe('Events: 5 new, 0 known, 5 erased, 0 refused.')
})

test('deletions that the target could not recognise are refused with what to do, and nothing is imported', async () => {
  const source = await fileWith((store) => erased(store, ADA))
  const target = await fileWith((store) => store.append(oldBatch(wholeEvents(1))))
  expect(await runProgram('import', source, '--store', target)).toContain('Import into a new store')
  expect(await within(target, (store) => store.count())).toBe(1)
})

test('--orders-only takes over deletions alone, so that copies from elsewhere are not stored', async () => {
  const source = await fileWith(async (store) => {
    await store.append(oldBatch(wholeEvents(4, people)))
    await erased(store, ADA)
  })
  const target = fresh()
  expect(await runProgram('import', source, '--orders-only', '--store', target)).toBe(
    'Deletions that were taken over: 1.',
  )
  await within(target, async (store) => {
    expect(await store.append(oldBatch(wholeEvents(2, people)))).toEqual(['erased', 'new'])
  })
})

test('exported lines are imported, those that cannot be read are named, and they are not counted as numbers of pages', async () => {
  const source = await fileWith((store) => store.append(oldBatch(wholeEvents(3, people))))
  const rows = (await within(source, contentOf)).map(({ app, receivedAt, body }) => ({
    ...(body as unknown as object),
    ...{ app, receivedAt },
  }))
  const strange = { ...rows[0], id: rows[0] && wholeEvents(1)[0]?.id, url: 'https://a.example/\u2028' }
  const file = path('export.ndjson')
  const lines = [...rows, strange].map((row) => JSON.stringify(row))
  writeFileSync(file, [...lines, '{"id":1', '{"app":{"name":"x"},"receivedAt":1,"id":"x"}'].join('\n'))
  const target = fresh()
  const said = await runProgram('import', file, '--store', target)
  expect(said).toContain('Line 5 is no JSON.')
  expect(said).toContain('Line 6 needs an "id", a UUID.')
  expect(said).toContain('Events: 4 new, 0 known, 0 erased, 2 refused.')
  expect(await runProgram('import', file, '--store', target)).toContain('0 new, 4 known')
  expect(await within(target, (store) => store.numbers())).toEqual([])
})

test('the target keeps events as long as the source, and older ones are left out with what to do', async () => {
  const DAY = 86_400_000
  const source = await fileWith((store) =>
    store.append(oldBatch(wholeEvents(2), { receivedAt: Date.now() - 20 * DAY })),
  )
  await changeSqliteRetention(source, { retentionDays: 60 })
  const target = fresh()
  await runProgram('import', source, '--store', target)
  expect(sqliteRetention(target).retentionDays).toBe(60)
  expect(await runProgram('import', source, '--store', fresh(), '--retention-days', '10')).toBe(
    'Events: 0 new, 0 known, 0 erased, 0 refused, 2 too old. Nothing new was stored. The store does not keep events for so long: set --retention-days, and run the command again.',
  )
})

test('decisions about consent are imported, however old they are, and whose they are', async () => {
  const [decision, signIn, other] = wholeEvents(3)
  const kind = { name: 'Consent changed', kind: 'consent', identity: { visitor: 'v' } }
  const joined = { kind: 'sign-in', identity: { id: 'ada' }, properties: { visitor: 'v' } }
  const changed = (event: IncomingEvent | undefined, more: object): IncomingEvent =>
    incomingEvent({ ...JSON.parse(event?.body ?? ''), ...more })
  const source = await fileWith((store) =>
    store.append(
      oldBatch([changed(decision, kind), changed(signIn, joined), changed(other, {})], {
        receivedAt: Date.now() - 20 * 86_400_000,
      }),
    ),
  )
  const target = fresh()
  const said = await runProgram('import', source, '--store', target, '--retention-days', '10')
  expect(said).toContain('Events: 2 new, 0 known, 0 erased, 0 refused, 1 too old.')
  expect(await within(target, async (store) => (await store.consents('ada', 10)).map(({ id }) => id))).toEqual([
    decision?.id,
  ])
})

test('decisions about consent that a deletion has left are imported, and other events of the person are not', async () => {
  const [decision, other] = wholeEvents(2, () => ({ person: 'ada' }))
  const changed = (event: IncomingEvent | undefined, more: object): IncomingEvent =>
    incomingEvent({ ...JSON.parse(event?.body ?? ''), ...more })
  const source = await fileWith(async (store) => {
    await store.append(oldBatch([changed(decision, { name: 'Consent changed', kind: 'consent' }), changed(other, {})]))
    await store.erase(ADA, undefined, { keepsConsents: true })
    await allDone(store)
  })
  const target = fresh()
  expect(await runProgram('import', source, '--store', target)).toContain('Events: 1 new, 0 known, 0 erased')
  await within(target, async (store) => {
    expect((await store.consents('ada', 10)).map(({ id }) => id)).toEqual([decision?.id])
    expect(await store.append(oldBatch([changed(other, {})]))).toEqual(['erased'])
    expect(await store.erasures()).toMatchObject([{ keepsConsents: true }])
  })
})

test('events that were imported after newer ones take none of these with them when they are too old', async () => {
  const DAY = 86_400_000
  const source = await fileWith((store) =>
    store.append(oldBatch(wholeEvents(5), { receivedAt: Date.now() - 20 * DAY })),
  )
  const target = await fileWith((store) => store.append(oldBatch(wholeEvents(5))))
  await runProgram('import', source, '--store', target)
  await changeSqliteRetention(target, { retentionDays: 10 })
  await within(target, async (store) => {
    await expect.poll(() => store.count()).toBe(5)
    expect((await store.after(undefined, 10)).every(({ receivedAt }) => receivedAt > Date.now() - DAY)).toBe(true)
  })
})

test.each([
  ['kafka://one:9092/telltale-raw', 'The command "consume" stores the events of a topic'],
  ['mysql://me:hunter2@db/x', 'Nothing can be imported from mysql://'],
  ['no-such-file.db', 'There is no file or folder no-such-file.db.'],
  ['postgres://me:hunter2@127.0.0.1:1/x', 'The source names a PostgreSQL database that cannot be used'],
])('%s ends with a sentence', async (source, said) => {
  const text = await runProgram('import', source, '--store', fresh())
  expect(text).toContain(said)
  expect(text).not.toContain('hunter2')
})

test('a store is not imported into itself, and not into a stream', async () => {
  const source = await fileWith((store) => store.append(oldBatch(wholeEvents(1))))
  expect(await runProgram('import', source, '--store', source)).toContain('are the same')
  expect(await runProgram('import', source, '--store', 'kafka://one:9092/x')).toContain(
    'Events cannot be imported into',
  )
  const reader = sqliteReader(source)
  expect(await reader.count()).toBe(1)
  await reader.close()
})

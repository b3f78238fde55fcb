import { expect, test } from 'vitest'
import { incomingEvent } from '../door/incomingEvent.ts'
import { postgresReader, type PostgresOptions, postgresStore } from '../postgres.ts'
import type { EventStore, Subject } from '../store/store.ts'
import { allDone, erased } from '../testing/erasing.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { programRunner } from '../testing/runProgram.ts'
import { sqliteForTests } from '../testing/sqliteForTests.ts'
import { contentOf, manyFlags, oldBatch, wholeEvents } from '../testing/wholeEvents.ts'
import { createProgram } from './createProgram.ts'

const runProgram = programRunner(createProgram)

const { path, open: openFile } = sqliteForTests()
const { connect, open, query, server } = postgresForTests()

const ADA: Subject = { kind: 'person', id: 'ada' }
const [ADAS, BOS, LATE] = [
  wholeEvents(3, () => ({ person: 'ada', visitor: 'v-1', accounts: [['company', 'acme']] })),
  wholeEvents(3, () => ({ person: 'bo' })),
  wholeEvents(1, () => ({ person: 'ada' })),
]

async function fill(store: EventStore): Promise<void> {
  await store.append(oldBatch([...ADAS, ...BOS], { pages: [{ page: 'page-1', last: 7, fates: [] }] }))
  await store.append(oldBatch(wholeEvents(2).map((event) => ({ ...event, flags: manyFlags() }))))
  await erased(store, ADA)
}

const place = () => ({ url: server().url, schema: freshSchema() })
const target = ({ url, schema }: { url: string; schema: string }) => ['--store', url, '--schema', schema]

async function using<Result>(options: PostgresOptions, read: (store: EventStore) => Promise<Result>): Promise<Result> {
  const store = await postgresStore(options)
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

let count = 0
async function filledFile(): Promise<string> {
  const file = path(`${++count}.db`)
  const store = await openFile(file)
  await fill(store)
  await store.close()
  return file
}

async function fromFile<Result>(file: string, read: (store: EventStore) => Promise<Result>): Promise<Result> {
  const store = await openFile(file)
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

test('a file of SQLite is imported into PostgreSQL, once, and who was deleted stays deleted', async () => {
  const [file, to] = [await filledFile(), place()]
  expect(await runProgram('import', file, ...target(to))).toBe(
    'Events: 5 new, 0 known, 0 erased, 0 refused. Deletions that were taken over: 1.',
  )
  expect(await runProgram('import', file, ...target(to))).toBe(
    'Events: 0 new, 5 known, 0 erased, 0 refused. Nothing new was stored.',
  )
  const [content, numbers] = await fromFile(file, async (store) => [await contentOf(store), await store.numbers()])
  await using(to, async (store) => {
    expect(await contentOf(store)).toEqual(content)
    expect(await store.numbers()).toEqual(numbers)
    expect(await store.append(oldBatch([...ADAS, ...LATE]))).toEqual(['erased', 'erased', 'erased', 'erased'])
    await allDone(store)
    // A later order has the same salt.
    await erased(store, { kind: 'person', id: 'bo' })
    expect(await store.append(oldBatch(wholeEvents(1, () => ({ person: 'bo' }))))).toEqual(['erased'])
  })
  const { rows } = await query(`select count(*)::int as sets from ${to.schema}.flag_sets`)
  expect(rows).toEqual([{ sets: 1 }])
})

test('a collector of an older version, which could not recognise who was deleted, is kept from these tables', async () => {
  const [file, to] = [await filledFile(), place()]
  await runProgram('import', file, ...target(to))
  const { rows } = await query(`select number from ${to.schema}.migrations where breaks`)
  expect(rows).toEqual([{ number: 8 }])
})

test('PostgreSQL is imported into a file of SQLite, and back into other tables', async () => {
  const from = place()
  const content = await using(from, async (store) => {
    await fill(store)
    // A reader sees what is older than the oldest open transaction.
    await expect.poll(async () => (await store.after(undefined, 10)).length).toBe(5)
    return contentOf(store)
  })
  const file = path('from-postgres.db')
  expect(await runProgram('import', from.url, '--source-schema', from.schema, '--store', file)).toBe(
    'Events: 5 new, 0 known, 0 erased, 0 refused. Deletions that were taken over: 1.',
  )
  await fromFile(file, async (store) => {
    expect(await contentOf(store)).toEqual(content)
    expect(await store.append(oldBatch(LATE))).toEqual(['erased'])
  })
  const to = place()
  await runProgram('import', file, ...target(to))
  const reader = await postgresReader(to)
  expect(await contentOf(reader)).toEqual(content)
  await reader.close()
  await using(to, async (store) => expect(await store.append(oldBatch(LATE))).toEqual(['erased']))
  // It is the salt of tables, which older versions can read.
  expect((await query(`select number from ${to.schema}.migrations where breaks`)).rows).toEqual([])
})

test('events that an open transaction of the source holds back are mentioned, and imported by the next command', async () => {
  const [from, file] = [place(), path('held.db')]
  await using(from, async (store) => {
    await store.append(oldBatch(BOS))
    await expect.poll(async () => (await store.after(undefined, 10)).length).toBe(3)
  })
  const other = await connect()
  await other.query('begin; select pg_current_xact_id()')
  await using(from, (store) => store.append(oldBatch(wholeEvents(2))))
  const command = ['import', from.url, '--source-schema', from.schema, '--store', file]
  expect(await runProgram(...command)).toBe(
    'Events: 3 new, 0 known, 0 erased, 0 refused. The source has newer events: run the command again.',
  )
  await other.end()
  await expect
    .poll(() => runProgram(...command))
    .toBe('Events: 0 new, 5 known, 0 erased, 0 refused. Nothing new was stored.')
})

test('who is deleted in the source after an import is deleted in PostgreSQL by the next one', async () => {
  const file = path('later.db')
  await fromFile(file, (store) => store.append(oldBatch([...ADAS, ...BOS])))
  const to = place()
  await runProgram('import', file, ...target(to))
  await fromFile(file, (store) => erased(store, ADA))
  await runProgram('import', file, ...target(to))
  await using(to, async (store) => {
    await allDone(store)
    expect(await store.count()).toBe(3)
  })
})

test('deletions for ever, of accounts and of people with visitors are the same in each store', async () => {
  const [file, to, back] = [path('all.db'), place(), path('back.db')]
  const visitors = wholeEvents(1, () => ({ visitor: 'v-2' }))
  const orders = await fromFile(file, async (store) => {
    await store.append(oldBatch([...ADAS, ...visitors]))
    await erased(store, ADA)
    await erased(store, { kind: 'person', id: 'cy' }, Infinity)
    await erased(store, { kind: 'account', accountKind: 'company', id: 'other' })
    return store.erasures()
  })
  await runProgram('import', file, ...target(to))
  await using(to, async (store) => {
    await allDone(store)
    expect(await store.erasures()).toEqual(orders)
  })
  await runProgram('import', to.url, '--source-schema', to.schema, '--store', back)
  await fromFile(back, async (store) => {
    expect(await store.erasures()).toEqual(orders)
    const later = wholeEvents(2, (n) =>
      n === 1 ? { person: 'cy', happenedAt: Date.now() + 9_000_000 } : { visitor: 'v-1' },
    )
    expect(await store.append(oldBatch(later))).toEqual(['erased', 'erased'])
  })
})

test('deletions that leave decisions about consent leave them in each store', async () => {
  const file = path('left.db')
  await fromFile(file, async (store) => {
    await store.append(oldBatch(BOS))
    await store.erase(ADA, undefined, { keepsConsents: true })
    await allDone(store)
  })
  const [to, back] = [place(), path('left-back.db')]
  await runProgram('import', file, ...target(to))
  await runProgram('import', to.url, '--source-schema', to.schema, '--store', back)
  const [event] = wholeEvents(1, () => ({ person: 'ada' }))
  const decision = incomingEvent({ ...JSON.parse(event?.body ?? ''), name: 'Consent changed', kind: 'consent' })
  const outcomes = async (store: EventStore) => [
    (await store.erasures()).map(({ keepsConsents }) => keepsConsents),
    await store.append(oldBatch([decision, ...wholeEvents(1, () => ({ person: 'ada' }))])),
  ]
  expect(await using(to, outcomes)).toEqual([[true], ['new', 'erased']])
  expect(await fromFile(back, outcomes)).toEqual([[true], ['new', 'erased']])
})

test('deletions are taken over before a topic is read into a new database', async () => {
  const [file, to] = [await filledFile(), place()]
  expect(await runProgram('import', file, '--orders-only', ...target(to))).toBe('Deletions that were taken over: 1.')
  const store = await open(to)
  expect(await store.append(oldBatch([...ADAS, ...BOS]))).toEqual(['erased', 'erased', 'erased', 'new', 'new', 'new'])
})

test('deletions that the tables could not recognise are refused with what to do', async () => {
  const [file, to] = [await filledFile(), place()]
  await using(to, (store) => store.append(oldBatch(BOS)))
  expect(await runProgram('import', file, ...target(to))).toContain('Import into a new store')
})

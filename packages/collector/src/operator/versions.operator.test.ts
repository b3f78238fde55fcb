import { readFileSync } from 'node:fs'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { olderVersion } from './olderVersion.ts'
import { operate } from './operatedCollector.ts'
import { expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, idsInDatabase, idsInFile, psql, THE_SAME } from './readStore.ts'
import { COMMAND, plainEnvironment, succeed, telltaleCollector } from './runProgram.ts'
import { createSender } from './sender.ts'

const path = placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
/** Versions whose tables are those of today, or older: the first from which there is a way back, and one with fewer tables. */
const BEFORE = ['1259b58a', '5e8acca6']
const [FIRST_WITH_A_WAY_BACK] = BEFORE
let server: PostgresServer
let stores = 0

beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())

const STORES = {
  SQLite() {
    const file = path(`${(stores += 1)}.db`)
    return { store: file, ids: () => idsInFile(file) }
  },
  PostgreSQL() {
    const name = `versions_${(stores += 1)}`
    psql(server.url, `CREATE DATABASE ${name}`)
    const url = new URL(server.url)
    url.pathname = name
    return { store: url.href, ids: () => idsInDatabase(url.href) }
  },
} as const

const start = (store: string, command = COMMAND) =>
  operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: store }, command })

describe.each(['SQLite', 'PostgreSQL'] as const)('with %s', (kind) => {
  it.each(BEFORE)('version %s and this one store each event once, side by side', async (commit) => {
    const { store, ids } = STORES[kind]()
    const sender = createSender()
    const older = await start(store, olderVersion(commit))
    await expectWell(older, sender)
    const newer = await start(store)
    for (let round = 0; round < 10; round += 1)
      await Promise.all([older, newer].map(async (one) => expect((await sender.send(one.port())).status).toBe(202)))
    // A page that has not heard one of them asks the other one.
    await sender.again(newer.port())
    await sender.again(older.port())
    expect(await older.end('SIGTERM')).toBe(0)
    await expectWell(newer, sender)
    expect(await newer.end('SIGTERM')).toBe(0)
    expect(compare(ids(), sender.acknowledged)).toEqual(THE_SAME)
  })

  it('the version before works again on the tables of this one', async () => {
    const { store, ids } = STORES[kind]()
    const sender = createSender()
    const newer = await start(store)
    await expectWell(newer, sender)
    await newer.end('SIGKILL')
    const older = await start(store, olderVersion(FIRST_WITH_A_WAY_BACK ?? ''))
    await expectWell(older, sender)
    await sender.again(older.port())
    expect(await older.end('SIGTERM')).toBe(0)
    const again = await start(store)
    await expectWell(again, sender)
    expect(compare(ids(), sender.acknowledged)).toEqual(THE_SAME)
  })
})

describe('a store that a later version has changed', () => {
  async function changed() {
    const { store, ids } = STORES.PostgreSQL()
    const sender = createSender()
    const collector = await start(store)
    await expectWell(collector, sender)
    await collector.end('SIGTERM')
    const add = (breaks: boolean) =>
      psql(
        store,
        `INSERT INTO telltale.migrations (number, breaks) SELECT max(number) + 1, ${breaks} FROM telltale.migrations`,
      )
    return { store, ids, sender, add }
  }

  it('is used by this one when the change lets older ones work', async () => {
    const { store, ids, sender, add } = await changed()
    add(false)
    await expectWell(await start(store), sender)
    expect(compare(ids(), sender.acknowledged)).toEqual(THE_SAME)
  })

  it('ends the start of this one with 1 and a sentence when it does not, as it ends migrate', async () => {
    const { store, ids, sender, add } = await changed()
    add(true)
    const env = { ...plainEnvironment(), TELLTALE_COLLECTOR_STORE: store }
    for (const command of [LINE, ['migrate']]) {
      const { code, error } = telltaleCollector(command, { env, timeout: 5000 })
      expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/version/) })
      expect(error).not.toMatch(/^\s+at /m)
    }
    expect(compare(ids(), sender.acknowledged)).toEqual(THE_SAME)
  })

  it('is a file that this one uses, or leaves as it is, with 1 and a sentence', async () => {
    const { store, ids } = STORES.SQLite()
    const sender = createSender()
    const collector = await start(store)
    await expectWell(collector, sender)
    await collector.end('SIGTERM')
    succeed('sqlite3', [store, 'PRAGMA user_version = 1000'])
    const before = readFileSync(store)
    const again = await start(store).catch((error: Error) => error)
    if (again instanceof Error) {
      expect(again.message).toMatch(/ended with 1: .*version/)
      expect(readFileSync(store).equals(before)).toBe(true)
    } else await expectWell(again, sender)
    expect(compare(ids(), sender.acknowledged)).toEqual(THE_SAME)
  })
})

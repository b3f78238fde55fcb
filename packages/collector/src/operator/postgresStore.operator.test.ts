import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNetwork } from '../faults/network.ts'
import { freshDatabase } from './freshDatabase.ts'
import { operate } from './operatedCollector.ts'
import { expectOutage, expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, idsInDatabase, psql } from './readStore.ts'
import { createSender } from './sender.ts'

placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
let server: PostgresServer

beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())

async function stage() {
  const database = freshDatabase(server)
  const start = () => operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: database.url } })
  const collector = await start()
  const sender = createSender()
  await expectWell(collector, sender)
  return { ...database, start, collector, sender }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** What happens to a store, what the log has to say, and how it ends. */
const ACTS: readonly (readonly [string, RegExp, (stage: Stage) => void, (stage: Stage) => void])[] = [
  [
    'the right to insert is taken away',
    /42501/,
    ({ name, admin }) => psql(admin, `REVOKE INSERT ON ALL TABLES IN SCHEMA telltale FROM ${name}`),
    ({ name, admin }) => psql(admin, `GRANT INSERT ON ALL TABLES IN SCHEMA telltale TO ${name}`),
  ],
  [
    'the right to use the schema is taken away',
    /42501/,
    ({ name, admin }) => psql(admin, `REVOKE USAGE ON SCHEMA telltale FROM ${name}`),
    ({ name, admin }) => psql(admin, `GRANT USAGE ON SCHEMA telltale TO ${name}`),
  ],
  [
    'the schema gets another name',
    /42P01|3F000/,
    ({ admin }) => psql(admin, 'ALTER SCHEMA telltale RENAME TO moved'),
    ({ admin }) => psql(admin, 'ALTER SCHEMA moved RENAME TO telltale'),
  ],
  [
    'the role may have no connection any more',
    /53300/,
    ({ name, admin }) => {
      psql(admin, `ALTER ROLE ${name} CONNECTION LIMIT 0`)
      disconnect(name)
    },
    ({ name, admin }) => psql(admin, `ALTER ROLE ${name} CONNECTION LIMIT -1`),
  ],
  [
    'the role may not log in any more',
    /28000/,
    ({ name, admin }) => {
      psql(admin, `ALTER ROLE ${name} NOLOGIN`)
      disconnect(name)
    },
    ({ name, admin }) => psql(admin, `ALTER ROLE ${name} LOGIN`),
  ],
  [
    'the database gets another name',
    /3D000/,
    ({ name }) => {
      psql(server.url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      disconnect(name)
      psql(server.url, `ALTER DATABASE ${name} RENAME TO ${name}_moved`)
    },
    ({ name }) => {
      psql(server.url, `ALTER DATABASE ${name}_moved RENAME TO ${name}`)
      psql(server.url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    },
  ],
]

const disconnect = (name: string) =>
  psql(server.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)

describe('a collector is not ready, with the code of PostgreSQL in the log, and ready again afterwards:', () => {
  it.each(ACTS)('%s', async (_, reason, act, mend) => {
    const one = await stage()
    act(one)
    await expectOutage(one.collector, { sender: one.sender, reason })
    mend(one)
    await expectWell(one.collector, one.sender)
    expect(await one.collector.end('SIGTERM')).toBe(0)
    expect(compare(idsInDatabase(one.admin), one.sender.acknowledged).missing).toBe(0)
  })

  it('a table is locked by somebody', async () => {
    const { admin, collector, sender } = await stage()
    const { Client } = (await import('pg')).default
    const other = new Client(admin)
    await other.connect()
    await other.query('BEGIN; LOCK TABLE telltale.event IN ACCESS EXCLUSIVE MODE')
    await expectOutage(collector, { sender, reason: /./ })
    await other.end()
    await expectWell(collector, sender)
    expect(compare(idsInDatabase(admin), sender.acknowledged).missing).toBe(0)
  })

  it('the server is killed, and started again', async () => {
    const { admin, collector, sender } = await stage()
    await server.kill()
    await expectOutage(collector, { sender, reason: /ECONNREFUSED/ })
    await server.start()
    await expectWell(collector, sender)
    expect(compare(idsInDatabase(admin), sender.acknowledged).missing).toBe(0)
  })

  it('the server becomes a standby, and is promoted', async () => {
    const { admin, collector, sender } = await stage()
    const [folder = ''] = psql(admin, 'SHOW data_directory')
    await server.kill()
    writeFileSync(`${folder}/standby.signal`, '')
    // It is over when the server takes writers.
    const started = server.start()
    await expectOutage(collector, { sender, reason: /25006/ })
    psql(server.url, 'SELECT pg_promote()')
    await started
    await expectWell(collector, sender)
    expect(compare(idsInDatabase(admin), sender.acknowledged).missing).toBe(0)
  })

  it('the network to the server is a black hole, in which SIGTERM ends it with 0', async () => {
    const database = freshDatabase(server)
    const network = await startNetwork(Number(new URL(server.url).port))
    try {
      const url = new URL(database.url)
      url.port = String(network.port)
      const collector = await operate({ args: LINE, env: { TELLTALE_COLLECTOR_STORE: url.href } })
      const sender = createSender()
      await expectWell(collector, sender)
      network.hold('both')
      await expectOutage(collector, { sender, reason: /./ })
      network.release()
      await expectWell(collector, sender)
      network.hold('both')
      expect(await Promise.race([collector.end('SIGTERM'), setTimeout(20_000, 'does not end')])).toBe(0)
      network.release()
      const { missing, twice } = compare(idsInDatabase(database.admin), sender.acknowledged)
      expect({ missing, twice }).toEqual({ missing: 0, twice: 0 })
    } finally {
      await network.stop()
    }
  })
})

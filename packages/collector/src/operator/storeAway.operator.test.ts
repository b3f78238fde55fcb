import { setTimeout } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from './freshDatabase.ts'
import { operate } from './operatedCollector.ts'
import { expectWell } from './outage.ts'
import { placeForTests } from './place.ts'
import { compare, idsInDatabase, THE_SAME } from './readStore.ts'
import { createSender } from './sender.ts'

placeForTests()
const LINE = ['--port', '0', '--host', '127.0.0.1']
let server: PostgresServer

beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server.stop())

describe('a collector that is started while the store is away', () => {
  it('is alive and not ready, says why, and is ready when the store is there', async () => {
    const database = freshDatabase(server)
    await server.kill()
    let isAway = true
    const again = async () => {
      if (isAway) await server.start()
      isAway = false
    }
    const collector = await operate(
      {
        args: ['--host', '127.0.0.1', '--port', '14812'],
        env: { TELLTALE_COLLECTOR_STORE: database.url },
        port: 14_812,
      },
      'later',
    )
    try {
      await expect.poll(() => JSON.stringify(collector.log()), { timeout: 5000 }).toMatch(/ECONNREFUSED/)
      const statusOf = async (path: string) => (await collector.get(path)).status
      const before = { live: await statusOf('/health/live'), ready: await statusOf('/health/ready') }
      await again()
      const sender = createSender()
      await expectWell(collector, sender)
      expect(await collector.end('SIGTERM')).toBe(0)
      expect(compare(idsInDatabase(database.admin), sender.acknowledged)).toEqual(THE_SAME)
      expect(before).toEqual({ live: 200, ready: 503 })
    } finally {
      await again()
    }
  })

  it('ends with 0 when it is told to end meanwhile', async () => {
    const env = { TELLTALE_COLLECTOR_STORE: 'postgres://127.0.0.1:9/telltale' }
    const collector = await operate({ args: LINE, env }, 'later')
    await expect.poll(() => JSON.stringify(collector.log()), { timeout: 5000 }).toMatch(/ECONNREFUSED/)
    expect(await Promise.race([collector.end('SIGTERM'), setTimeout(5000, 'does not end')])).toBe(0)
  })
})

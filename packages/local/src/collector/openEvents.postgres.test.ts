import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresStore } from '@telltale/collector/postgres'
import { type PostgresServer, startPostgres } from 'stage/startPostgres'
import { openEvents } from './openEvents.ts'

let server: PostgresServer
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server?.stop())

it('deletes nothing that a collector keeps in the database for longer', async () => {
  const collector = await postgresStore({ url: server.url, retentionDays: 90 })
  const longAgo = Date.now() - 60 * 86_400_000
  const id = '01980000-0000-7000-8000-000000000001'
  await collector.append({
    app: { name: 'Rental Desk', platform: 'web', promotion: 'production' },
    ...{ destination: 'collector', engine: 'chromium', release: '', clockAheadMs: 0, pages: [] },
    receivedAt: longAgo,
    events: [{ id, name: 'quote created', happenedAt: longAgo, accounts: [], body: '{}' }],
  })
  const said: string[] = []
  const events = await openEvents(server.url, (line) => said.push(line))
  expect((await events.newest(10)).map((event) => event.id)).toEqual([id])
  expect(said).toEqual([])
  await events.close()
  await collector.close()
})

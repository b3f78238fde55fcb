import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { postgresStore } from '../postgres.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'

const { open, query, server } = postgresForTests()

it('has every acknowledged event once, however often the server is killed', async () => {
  const schema = freshSchema()
  const stores = [await open({ schema }), await open({ schema })]
  const acknowledged = new Set<string>()
  let refusals = 0
  let isOver = false
  const sender = async () => {
    while (!isOver) {
      const batch = batchOf(Array.from({ length: 20 }, () => eventWith({ page: 'p', n: 1 })))
      // Each batch goes to both at the same moment, until both have it.
      await Promise.all(
        stores.map(async (store) => {
          for (;;) {
            try {
              const outcomes = await store.append(batch)
              expect(outcomes.every((outcome) => outcome === 'new' || outcome === 'known')).toBe(true)
              for (const { id } of batch.events) acknowledged.add(id)
              return
            } catch {
              refusals += 1
              await setTimeout(20)
            }
          }
        }),
      )
    }
  }
  const senders = Array.from({ length: 8 }, sender)
  for (let round = 1; round <= 3; round += 1) {
    const goal = acknowledged.size + 1_000
    await expect.poll(() => acknowledged.size, { interval: 10 }).toBeGreaterThan(goal)
    await server().kill()
    await expect(stores[0]?.check()).rejects.toThrow(/./)
    await server().start()
  }
  // Both go on by themselves.
  const goal = acknowledged.size + 1_000
  await expect.poll(() => acknowledged.size, { interval: 10 }).toBeGreaterThan(goal)
  isOver = true
  await Promise.all(senders)
  await stores[0]?.check()
  expect(refusals).toBeGreaterThan(0)
  const { rows } = await query(`select id from ${schema}.event`)
  expect(rows).toHaveLength(acknowledged.size)
  expect(new Set(rows.map(({ id }) => id))).toEqual(acknowledged)
})

it('says in one sentence what is wrong with its settings, and never the password', async () => {
  const messages = await Promise.all(
    [
      { url: 'postgres://desk:s3cret@127.0.0.1:9/desk' },
      { url: 'not an address s3cret' },
      { url: { host: '127.0.0.1', port: 9, password: 's3cret' } },
      { url: `${server().url}_other?password=s3cret` },
      { url: server().url, schema: 'Desk;' },
      { url: server().url, lanes: 0 },
      { url: server().url, retentionDays: 0.5 },
    ].map((options) => postgresStore(options).then(String, (error: Error) => `${error.message} ${error.stack}`)),
  )
  for (const message of messages) expect(message).not.toContain('s3cret')
  expect(messages.map((message) => message.split('\n')[0]?.replace(/ Error: .*/, ''))).toEqual([
    'The setting "url" names a PostgreSQL database that cannot be used: connect ECONNREFUSED 127.0.0.1:9.',
    'The setting "url" must be an address such as postgres://user:password@host:5432/database.',
    'The setting "url" names a PostgreSQL database that cannot be used: connect ECONNREFUSED 127.0.0.1:9.',
    'The setting "url" names a PostgreSQL database that cannot be used: database "postgres_other" does not exist.',
    'The setting "schema" must be up to 40 of a-z, 0-9 and _, must not begin with a digit or with pg_.',
    'The setting "lanes" must be a whole number from 1 to 16.',
    'The setting "retentionDays" must be a whole number from 1 to 3650.',
  ])
})

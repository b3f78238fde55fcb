import { expect, it, vi } from 'vitest'
import {
  changePostgresRetention,
  migratePostgres,
  postgresReader,
  postgresRetention,
  postgresStore,
} from '../postgres.ts'
import { migrateCommand } from '../server/migrateCommand.ts'
import { retentionCommand } from '../server/retentionCommand.ts'
import { batchOf, eventWith } from '../testing/batches.ts'
import { olderTables } from '../testing/olderTables.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { migrations } from './migrations.ts'

const { open, query, server } = postgresForTests()

const DAY = 86_400_000

/** A store that keeps events for 90 days, and has one of 60 days ago. */
async function openWithOld(schema: string): Promise<string> {
  const store = await open({ schema, retentionDays: 90 })
  const happenedAt = Date.now() - 60 * DAY
  const event = eventWith({ happenedAt })
  await store.append(batchOf([event], { receivedAt: happenedAt }))
  return event.id
}

async function idsIn(url: string, schema?: string): Promise<readonly string[]> {
  const reader = await postgresReader({ url, ...(schema !== undefined && { schema }) })
  try {
    return (await reader.after(undefined, 10)).map(({ id }) => id)
  } finally {
    await reader.close()
  }
}

/** A database of its own, for commands, whose schema is always `telltale`. */
async function freshDatabase(): Promise<string> {
  const name = freshSchema()
  await query(`create database ${name}`)
  const url = new URL(server().url)
  url.pathname = `/${name}`
  return url.href
}

async function saidBy(work: () => Promise<unknown>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    await work()
    return log.mock.calls.flat().join('\n')
  } finally {
    log.mockRestore()
  }
}

it('tells who opens the tables with fewer days that they keep more, and how to change that', async () => {
  const schema = freshSchema()
  const id = await openWithOld(schema)
  const log = vi.fn()
  await open({ schema, retentionDays: 31, log })
  expect(log.mock.calls).toEqual([
    ['warn', expect.stringMatching(/"retentionDays".* command "retention"\.$/), { chosen: 31, kept: 90 }],
  ])
  expect(await idsIn(server().url, schema)).toEqual([id])
})

it('deletes what is older when the retention of the tables is changed to fewer days', async () => {
  const schema = freshSchema()
  await openWithOld(schema)
  const place = { url: server().url, schema }
  expect(await postgresRetention(place)).toEqual({ retentionDays: 90, consentRetentionDays: Infinity })
  await changePostgresRetention(place, { retentionDays: 31 })
  expect(await postgresRetention(place)).toEqual({ retentionDays: 31, consentRetentionDays: Infinity })
  await open({ schema })
  expect(await idsIn(server().url, schema)).toEqual([])
})

it('keeps what tables of the version before keep, which do not say for how long', async () => {
  const schema = freshSchema()
  const id = await openWithOld(schema)
  await query(olderTables(schema, 2))
  const place = { url: server().url, schema }
  await expect(postgresRetention(place)).rejects.toThrow(/has no tables of this version of the collector\./)
  expect(await migratePostgres(place)).toBe(migrations.length - 2)
  expect(await postgresRetention(place)).toEqual({ retentionDays: 90, consentRetentionDays: Infinity })
  await open({ schema })
  expect(await idsIn(server().url, schema)).toEqual([id])
})

it('stays what it was when the commands are used', async () => {
  const url = await freshDatabase()
  const store = await postgresStore({ url, retentionDays: 90 })
  const happenedAt = Date.now() - 60 * DAY
  const event = eventWith({ happenedAt })
  await store.append(batchOf([event], { receivedAt: happenedAt }))
  await store.close()
  expect(await saidBy(() => migrateCommand().parseAsync(['--store', url], { from: 'user' }))).toBe(
    'Migrations that were run: 0.',
  )
  expect(await idsIn(url)).toEqual([event.id])
  expect(await saidBy(() => retentionCommand().parseAsync(['--store', url], { from: 'user' }))).toBe(
    'Events are kept for 90 days. Decisions about consent are kept until somebody deletes them.',
  )
  const change = ['--store', url, '--days', '1', '--consent-days', '400']
  expect(await saidBy(() => retentionCommand().parseAsync(change, { from: 'user' }))).toBe(
    'Events are kept for one day. Decisions about consent are kept for 400 days.',
  )
})

it('is undecided in tables that were only migrated, so that the first collector decides', async () => {
  const schema = freshSchema()
  const place = { url: server().url, schema }
  expect(await migratePostgres(place)).toBeGreaterThan(0)
  await open({ schema, retentionDays: 7 })
  expect(await postgresRetention(place)).toEqual({ retentionDays: 7, consentRetentionDays: Infinity })
})

it('rejects days that are no setting', async () => {
  const place = { url: server().url, schema: freshSchema() }
  await expect(changePostgresRetention(place, { retentionDays: 0 })).rejects.toThrow('retentionDays')
})

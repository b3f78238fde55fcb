import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSqliteRetention, sqliteRetention, sqliteStore } from '../sqlite.ts'
import { programRunner } from '../testing/runProgram.ts'
import { createProgram } from './createProgram.ts'

const runProgram = programRunner(createProgram)

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'program-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function config(values: object): string {
  const file = join(folder, 'collector.json')
  writeFileSync(file, JSON.stringify(values))
  return file
}

test('the commands read their options in the file of the collector', async () => {
  const store = join(folder, 'events.db')
  await (await sqliteStore({ file: store, retentionDays: 40 })).close()
  const file = config({ store, port: 1 })
  expect(await runProgram('retention', '--config', file)).toContain('Events are kept for 40 days.')
  expect(await runProgram('backup', join(folder, 'copy.db'), '--config', file)).toContain(`has the events of ${store}`)
  expect(await runProgram('migrate', '--config', config({ store: 'postgres://nobody@127.0.0.1:1/x' }))).toContain(
    'ECONNREFUSED',
  )
})

test('what the file says to the collector does not make the command "retention" delete events', async () => {
  const store = join(folder, 'limits.db')
  await (await sqliteStore({ file: store })).close()
  await changeSqliteRetention(store, { maxBytes: 1_000_000 })
  expect(await runProgram('retention', '--config', config({ store, maxBytes: 1, retentionDays: 1 }))).toContain(
    'Events are kept for 31 days.',
  )
  expect(sqliteRetention(store)).toEqual({ retentionDays: 31, consentRetentionDays: Infinity, maxBytes: 1_000_000 })
})

test('the command "retention" says for how long decisions about consent are kept, and changes it', async () => {
  const store = join(folder, 'consents.db')
  await (await sqliteStore({ file: store })).close()
  const retention = (...change: readonly string[]) => runProgram('retention', '--store', store, ...change)
  expect(await retention()).toContain('Decisions about consent are kept until somebody deletes them.')
  expect(await retention('--consent-days', '1095')).toContain('Decisions about consent are kept for 1095 days.')
  // Never for less than other events.
  expect(await retention('--consent-days', '7')).toContain('Decisions about consent are kept for 31 days.')
  expect(await retention('--consent-days', '0')).toContain(
    'Decisions about consent are kept until somebody deletes them.',
  )
  expect(sqliteRetention(store)).toMatchObject({ retentionDays: 31, consentRetentionDays: Infinity })
})

test('a backup is put back', async () => {
  const [store, copy] = [join(folder, 'lost.db'), join(folder, 'saved.db')]
  await (await sqliteStore({ file: store, retentionDays: 50 })).close()
  await runProgram('backup', copy, '--store', store)
  const other = join(folder, 'other.db')
  expect(await runProgram('restore', copy, '--store', other)).toBe(`${other} has the events of ${copy}.`)
  expect(sqliteRetention(other).retentionDays).toBe(50)
  expect(await runProgram('restore', copy, '--store', 'postgres://me:hunter2@db/x')).toContain(
    'Set --store to a file of SQLite',
  )
})

test.each([
  [['backup', 'copy.db', '--store', 'postgres://me:hunter2@db/x'], 'Use the backups of your server of PostgreSQL.'],
  [['backup', 'copy.db', '--store', 'kafka://me:hunter2@db/x'], 'Set --store to a file of SQLite.'],
  [['backup', 'postgres://me:hunter2@db/x'], 'A backup cannot be written to postgres://.'],
  [['restore', 'postgres://me:hunter2@db/x'], 'postgres:// is no backup.'],
])('%j is refused in a sentence that does not quote the password', async (line, sentence) => {
  const said = await runProgram(...line)
  expect(said).toContain(sentence)
  expect(said).not.toContain('hunter2')
})

test.each([['frobnicate'], ['events.db'], ['backups', 'copy.db']])(
  'what is no command is called so, and not quoted, because it may be a secret: %s',
  async (...line) => {
    expect(await runProgram(...line)).toBe(
      'This is no command. Run telltale-collector --help, which lists them. A store is named by --store.',
    )
  },
)

test.each([
  [['Quote sent'], 'the plan of one event.'],
  [['Quote sent', 'Quote opened'], 'the plan of 2 events.'],
])('the command "plan write" says how many events the plan has: %j', async (names, said) => {
  const file = join(folder, `${names.length}-events.mjs`)
  const schema = `{ '~standard': { jsonSchema: { input: () => ({ type: 'object' }) } } }`
  writeFileSync(file, `export const events = { ${names.map((name) => `'${name}': ${schema}`).join(', ')} }`)
  expect(await runProgram('plan', 'write', file, '--out', join(folder, 'plan.json'))).toContain(said)
})

test('the command "plan check" says where a plan has what looks personal, and never what', async () => {
  const file = join(folder, 'personal.json')
  const properties = { phone: {}, to: { examples: ['ann@example.com'] }, email: { 'x-personal': true } }
  writeFileSync(file, JSON.stringify({ events: { 'Quote sent': { type: 'object', properties } } }))
  const said = await runProgram('plan', 'check', file)
  expect(said).toContain('Quote sent · phone: The name looks personal.')
  expect(said).toContain('Quote sent · to: A value in the schema looks like email.')
  expect(said).not.toMatch(/ann@|· email/)
  writeFileSync(file, JSON.stringify({ events: { 'Quote sent': { type: 'object', properties: { total: {} } } } }))
  expect(await runProgram('plan', 'check', file)).toContain('Each property that looks personal says')
})

test('an option before the name of a command, which would have no effect, is refused', async () => {
  expect(await runProgram('--store', 'a.db', 'retention')).toBe(
    'Write --store after the name of the command: retention --store ….',
  )
})

test.each([
  [['--admin-tokn=hunter2'], "unknown option '--admin-tokn'"],
  [['--prot', '1'], 'Did you mean --port?'],
  [['retention', '--stroe=hunter2'], "unknown option '--stroe'"],
  [['migrate'], "required option '--store <place>' not specified"],
  [['consume', '--from', 'kafka://one:1/x'], "required option '--store <place>' not specified"],
  [['--admin-token', 'hunter2'], 'The option --admin-token (TELLTALE_COLLECTOR_ADMIN_TOKEN) is invalid. It must be at'],
  [['--max-waiting-bytes', '2000'], 'would never find room'],
  [['--store', 'postgres:hunter2'], 'An address of PostgreSQL must be like'],
  [['--store', 'mysql://me:hunter2@db'], 'The collector has no store for mysql://'],
  [['--store', 'postgres://me:hunter2@[/x'], 'The option --store must be an address such as postgres://'],
  [['--store', 'no-such-folder/events.db'], 'no-such-folder of --store no-such-folder/events.db is not there. Make it'],
  [['--store', 'kafka:me:hunter2@one'], 'An address of Kafka must be like'],
])('%j ends with a sentence that quotes no secret', async (args, said) => {
  const text = await runProgram(...args, ...(args[0]?.startsWith('--') ? ['--log-level', 'silent'] : []))
  expect(text).toContain(said)
  expect(text).not.toContain('hunter2')
})

test('--help has every option under a heading, with its variable', async () => {
  const help = await runProgram('--help')
  for (const line of [
    'Connections to Kafka:',
    '--kafka-password <password>',
    'TELLTALE_COLLECTOR_KAFKA_PASSWORD',
    'Limits:',
  ])
    expect(help).toContain(line)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, CommanderError } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeSqliteRetention, sqliteRetention, sqliteStore } from '../sqlite.ts'
import { createProgram } from './createProgram.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'program-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the program prints, and what it complains of. */
async function run(...args: readonly string[]) {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const written: string[] = []
  const program = createProgram('0.0.0')
  const quiet = (command: Command) => {
    command
      .exitOverride()
      .configureOutput({ writeErr: (text) => written.push(text), writeOut: (text) => written.push(text) })
    command.commands.forEach(quiet)
  }
  quiet(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return printed.mock.calls.flat().join('\n')
  } catch (error) {
    // The command has written its own.
    return error instanceof CommanderError ? written.join('') : (error as Error).message
  } finally {
    printed.mockRestore()
  }
}

function config(values: object): string {
  const file = join(folder, 'collector.json')
  writeFileSync(file, JSON.stringify(values))
  return file
}

test('the commands read their options in the file of the collector', async () => {
  const store = join(folder, 'events.db')
  await (await sqliteStore({ file: store, retentionDays: 40 })).close()
  const file = config({ store, port: 1 })
  expect(await run('retention', '--config', file)).toContain('Events are kept for 40 days.')
  expect(await run('backup', join(folder, 'copy.db'), '--config', file)).toContain(`has the events of ${store}`)
  expect(await run('migrate', '--config', config({ store: 'postgres://nobody@127.0.0.1:1/x' }))).toContain(
    'ECONNREFUSED',
  )
})

test('what the file says to the collector does not make the command "retention" delete events', async () => {
  const store = join(folder, 'limits.db')
  await (await sqliteStore({ file: store })).close()
  await changeSqliteRetention(store, { maxBytes: 1_000_000 })
  expect(await run('retention', '--config', config({ store, maxBytes: 1, retentionDays: 1 }))).toContain(
    'Events are kept for 31 days.',
  )
  expect(sqliteRetention(store)).toEqual({ retentionDays: 31, maxBytes: 1_000_000 })
})

test('a backup is put back', async () => {
  const [store, copy] = [join(folder, 'lost.db'), join(folder, 'saved.db')]
  await (await sqliteStore({ file: store, retentionDays: 50 })).close()
  await run('backup', copy, '--store', store)
  const other = join(folder, 'other.db')
  expect(await run('restore', copy, '--store', other)).toBe(`${other} has the events of ${copy}.`)
  expect(sqliteRetention(other).retentionDays).toBe(50)
  expect(await run('restore', copy, '--store', 'postgres://me:hunter2@db/x')).toContain(
    'Set --store to a file of SQLite',
  )
})

test('an option before the name of a command, which would have no effect, is refused', async () => {
  expect(await run('--store', 'a.db', 'retention')).toBe(
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
  const text = await run(...args, ...(args[0]?.startsWith('--') ? ['--log-level', 'silent'] : []))
  expect(text).toContain(said)
  expect(text).not.toContain('hunter2')
})

test('--help has every option under a heading, with its variable', async () => {
  const help = await run('--help')
  for (const line of [
    'Connections to Kafka:',
    '--kafka-password <password>',
    'TELLTALE_COLLECTOR_KAFKA_PASSWORD',
    'Limits:',
  ])
    expect(help).toContain(line)
})

import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { printedBlock } from './printedBlock.mjs'
import { whyNot } from './startProgram.mjs'

/** Debian has the programs of a server here, and not on PATH. */
const DEBIAN = '/usr/lib/postgresql'
const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
process.env['PATH'] = [process.env['PATH'], ...folders].join(delimiter)
const absent = whyNot('the queries for PostgreSQL', ['initdb', 'postgres', 'psql'])

/** The user id of Debian's account `nobody`. PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const STARTS_WITHIN = { timeout: 30_000, interval: 100 }
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined
const folder = mkdtempSync(join(tmpdir(), 'telltale-postgres-'))

const INSERT = printedBlock('guides/receiving-events.md', '## Drop copies', 'sql')
const ALERT = printedBlock('guides/monitoring.md', '### Events that do not arrive', 'sql')
/** The columns that the two pages name, and what a batch has for them. */
const TABLE = `create table events (
  id uuid primary key, name text, at bigint, identity jsonb, properties jsonb, arrived_at timestamptz default now()
)`
/** The alert reads the view of the collector, which names the time of arrival otherwise. */
const VIEW = 'create schema telltale; create view telltale.events as select *, arrived_at as received_at from events'

/** @type {(PromiseLike<unknown> & { kill(signal: NodeJS.Signals): boolean }) | undefined} */
let server

beforeAll(async () => {
  if (absent) return
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const where = { cwd: folder, ...owner }
  await execa('initdb', ['--pgdata=data', '--username=owner', '--auth=trust', '--no-sync'], where)
  // On a socket of the folder, and on no port.
  const args = ['-D', 'data', '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  server = execa('postgres', args, { ...where, reject: false })
  await vi.waitFor(() => query('select 1'), STARTS_WITHIN)
  await query(`${TABLE}; ${VIEW}`)
})

afterAll(async () => {
  // It ends at once, and leaves nothing in shared memory.
  server?.kill('SIGQUIT')
  await server
  rmSync(folder, { recursive: true, force: true })
})

/** What statements answer, a line for each row. They are one transaction, so that `now()` is the same in all of them. @param {string} text */
async function query(text) {
  const args = ['-h', folder, '-U', 'owner', '-d', 'postgres', '--no-psqlrc', '-qAt', '-v', 'ON_ERROR_STOP=1', '-1']
  return (await execa('psql', [...args, '-f', '-'], { input: text, env: { PGTZ: 'UTC' } })).stdout
}

const quoted = (/** @type {unknown} */ value) =>
  `'${(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll("'", "''")}'`

describe('in PostgreSQL,', () => {
  const it = test.skipIf(absent)

  it('the statement of "Drop copies" stores an event once, and leaves it as it was', async () => {
    const [event] = JSON.parse(printedBlock('guides/receiving-events.md', '## The batch', 'json')).events
    const execute = (/** @type {object} */ changes) => {
      const { id, name, at, identity, properties } = { ...event, ...changes }
      return `execute keep (${[id, name, at, identity, properties].map(quoted).join(', ')});`
    }
    const statements = [
      `prepare keep (uuid, text, bigint, jsonb, jsonb) as ${INSERT};`,
      execute({}),
      execute({}),
      execute({ name: 'A copy with another name' }),
      execute({ id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c073990' }),
      "select name, at, identity->>'id', properties->>'total', arrived_at = now() from events order by id; rollback",
    ]
    const row = 'Quote sent|1795228800000|u-1042|1200|t'
    expect(await query(statements.join('\n'))).toBe(`${row}\n${row}`)
  })

  /** @param {Readonly<Record<string, number>>} arrived how many events, by how long ago @param {string} [alert] */
  const alertOf = (arrived, alert = ALERT) => {
    const rows = Object.entries(arrived).map(
      ([ago, count]) =>
        `insert into events (id, arrived_at) select gen_random_uuid(), now() - interval ${quoted(ago)} from generate_series(1, ${count});`,
    )
    return query(`${rows.join('\n')}\n${alert}\nrollback`)
  }

  it.each([
    ['fewer than half', { '5 minutes': 4, '7 days 5 minutes': 10 }, '4|10'],
    ['none', { '7 days 5 minutes': 1 }, '0|1'],
    ['exactly half', { '5 minutes': 5, '7 days 5 minutes': 10 }, ''],
    ['more', { '5 minutes': 11, '7 days 5 minutes': 10 }, ''],
    ['none, as a week ago', {}, ''],
    ['too few of those that are at the ends of the periods', { '0 minutes': 1, '7 days': 3 }, '1|3'],
    [
      'events before and between the periods',
      { '15 minutes': 9, '5 minutes': 1, '7 days 15 minutes': 9, '6 days 23 hours': 9, '7 days 14 minutes': 3 },
      '1|3',
    ],
  ])('the alert on events that do not arrive counts those of two quarters of an hour: %s', async (_, arrived, row) => {
    expect(await alertOf(arrived)).toBe(row)
  })

  it.each([
    ['fewer than 90 %', { '20 hours': 89, '7 days 20 hours': 100 }, '89|100'],
    ['90 %', { '20 hours': 90, '7 days 20 hours': 100 }, ''],
    [
      'events before and between the days',
      { '25 hours': 9, '20 hours': 1, '6 days': 9, '8 days': 9, '7 days': 2 },
      '1|2',
    ],
  ])('the alert for a whole day is the same with the words that the page says: %s', async (_, arrived, row) => {
    const daily = ALERT.replaceAll('15 minutes', '1 day').replace(
      'latest * 2 < a_week_ago',
      'latest < 0.9 * a_week_ago',
    )
    expect(daily.match(/1 day|0\.9/g)).toHaveLength(3)
    expect(await alertOf(arrived, daily)).toBe(row)
  })
})

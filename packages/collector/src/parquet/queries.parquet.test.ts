import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Events, exampleQueries, openEvents, parquetOutlet } from '../parquet.ts'
import { sqliteReader, sqliteStore } from '../sqlite.ts'
import type { EventStore } from '../store/store.ts'
import { batchOf, eventOf, uuid7 } from '../testing/events.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { queryEvents } from './openEvents.ts'

const DAY = Date.parse('2026-03-02T00:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Told {
  readonly at: number
  readonly name: string
  readonly person?: string
  readonly company?: string
  readonly session?: string
  readonly view?: readonly [id: string, pattern: string]
  readonly variation?: number
  readonly release?: string
  readonly delay?: number
  readonly impersonator?: string
}

/** Two days of a small application. The last two are in no file yet when the queries are asked. */
const STORY: readonly Told[] = [
  ...([
    { at: 9 * HOUR, name: 'Page viewed', person: 'u-1042', view: ['v1', '/quotes/:id'], variation: 1, session: 's1' },
    {
      at: 9 * HOUR + 2 * MINUTE,
      name: 'Quote opened',
      person: 'u-1042',
      view: ['v1', '/quotes/:id'],
      variation: 1,
      session: 's1',
    },
    {
      at: 9 * HOUR + 5 * MINUTE,
      name: 'Quote sent',
      person: 'u-1042',
      view: ['v1', '/quotes/:id'],
      variation: 1,
      session: 's1',
    },
    {
      at: 10 * HOUR,
      name: 'Page viewed',
      person: 'u-2',
      view: ['v2', '/quotes/:id'],
      variation: 0,
      session: 's2',
      company: 'c-2',
    },
    {
      at: 10 * HOUR + MINUTE,
      name: 'Quote opened',
      person: 'u-2',
      view: ['v2', '/quotes/:id'],
      variation: 0,
      session: 's2',
      company: 'c-2',
    },
    {
      at: 11 * HOUR,
      name: 'Page viewed',
      person: 'u-2',
      impersonator: 'support',
      view: ['v3', '/settings'],
      company: 'c-2',
    },
    { at: 12 * HOUR, name: 'Page viewed', view: ['v4', '/welcome'] },
    {
      at: 33 * HOUR,
      name: 'Page viewed',
      person: 'u-3',
      view: ['v5', '/welcome'],
      variation: 1,
      session: 's3',
      delay: 3 * HOUR,
    },
    { at: 35 * HOUR, name: 'Quote opened', person: 'u-3', variation: 1, release: '2.3.0', session: 's3' },
    { at: 36 * HOUR, name: 'Quote sent', person: 'u-2', variation: 0, session: 's4', company: 'c-2' },
  ] as const),
]

const eventIn = (told: Told, n: number) => {
  const { at, name, person, company = 'c-1', session, view, variation, release = '2.4.0', impersonator } = told
  const id = uuid7(DAY + at, n)
  const hasVariation = variation !== undefined
  const body = JSON.stringify({
    ...{ id, name, at: DAY + at, url: `https://desk.example.com/${n}`, page: 'p', n: n + 1 },
    properties: hasVariation ? { 'LDFF: new_pricing/~': variation === 1 } : {},
    ...(hasVariation && { flags: { 'new-pricing': { property: 'LDFF: new_pricing/~', variation, version: 12 } } }),
    identity: person === undefined ? {} : { id: person, impersonator, accounts: { company: { key: company } } },
    moment: {
      release,
      ...(session !== undefined && { session: { id: session, startedAt: DAY + at } }),
      ...(view && { view: { id: view[0], pattern: view[1] } }),
    },
  })
  return eventOf(n, { id, name, happenedAt: DAY + at, body })
}

/** What each example answers. */
const EXPECTED: Readonly<Record<string, unknown>> = {
  eventsByDay: [
    ['2026-03-02', 'Page viewed', 4],
    ['2026-03-02', 'Quote opened', 2],
    ['2026-03-02', 'Quote sent', 1],
    ['2026-03-03', 'Page viewed', 1],
    ['2026-03-03', 'Quote opened', 1],
    ['2026-03-03', 'Quote sent', 1],
  ],
  peopleByDay: [
    ['2026-03-02', 2],
    ['2026-03-03', 2],
  ],
  funnel: [[3, 2]],
  conversionByVariation: [
    [0, 1, 1, 1],
    [1, 2, 1, 0.5],
  ],
  pages: [
    ['/quotes/:id', 2, 2],
    ['/welcome', 2, 1],
    ['/settings', 1, 1],
  ],
  sessionLength: [[4, 1890, 180, 7200]],
  person: [
    ['2026-03-02 09:00:00+00', 'Page viewed', 'https://desk.example.com/0'],
    ['2026-03-02 09:02:00+00', 'Quote opened', 'https://desk.example.com/1'],
    ['2026-03-02 09:05:00+00', 'Quote sent', 'https://desk.example.com/2'],
  ],
  accounts: [
    ['c-1', 5, 2],
    ['c-2', 3, 1],
  ],
  delay: [[200, 3 * HOUR, 1]],
  olderReleases: [['Quotes', '2.3.0', 1, '2026-03-03 11:00:00.2+00']],
}

const { folder } = parquetForTests()
const jiti = join(dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib/jiti-cli.mjs')
const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

describe('queries', () => {
  let store: EventStore
  let events: Events
  let at: string
  let file: string

  beforeAll(async () => {
    at = await mkdtemp(join(tmpdir(), 'telltale-queries-'))
    file = join(at, 'events.db')
    store = await sqliteStore({ file, retentionDays: 3650 })
    const arrive = (from: number, to?: number) =>
      Promise.all(
        STORY.slice(from, to).map((told, i) =>
          store.append(batchOf([eventIn(told, from + i)], { receivedAt: DAY + told.at + (told.delay ?? 200) })),
        ),
      )
    let now = DAY + 30 * HOUR
    const outlet = await parquetOutlet({ store, folder: join(at, 'files'), everyMs: 10, now: () => now })
    await arrive(0, 7)
    await outlet.written()
    now += HOUR
    await outlet.written()
    await arrive(7, 8)
    await outlet.written()
    await outlet.stop()
    await arrive(8)
    events = await openEvents({ store, folder: join(at, 'files') })
  })

  afterAll(async () => {
    events.close()
    await store.close()
    await rm(at, { recursive: true })
  })

  it.each(Object.entries(exampleQueries))('%s', async (name, { sql }) => {
    expect((await events.query(sql)).rows).toEqual(EXPECTED[name])
  })

  it.each(Object.entries(exampleQueries))('%s, when no more is read than it names', async (name, { sql }) => {
    const reader = sqliteReader(file)
    for (const files of [{}, { folder: join(at, 'files') }])
      expect((await queryEvents(sql, { store: reader, ...files })).rows).toEqual(EXPECTED[name])
    await reader.close()
  })

  it('read events, flags, people and sessions', async () => {
    const rows = async (sql: string) => (await events.query(sql)).rows
    expect(await rows('select count(*) from events')).toEqual([[STORY.length]])
    expect(await rows("select name, flag, value, variation from flag_values where person = 'u-3' order by id")).toEqual(
      [
        ['Page viewed', 'new-pricing', true, 1],
        ['Quote opened', 'new-pricing', true, 1],
      ],
    )
    // The columns of the view in PostgreSQL, with which this one is documented.
    expect(
      await rows(
        "select property, value, variation, version, reason from flag_values join events on events.id = event where events.person = 'u-3' order by event limit 1",
      ),
    ).toEqual([['LDFF: new_pricing/~', true, 1, 12, null]])
    expect(await rows("select * from people where person = 'u-2'")).toEqual([
      ['u-2', '2026-03-02 10:00:00+00', '2026-03-03 12:00:00+00', 3, 2, { company: 'c-2' }],
    ])
    expect(await rows("select session, person, seconds, events, pages from sessions where session = 's1'")).toEqual([
      ['s1', 'u-1042', 300, 3, 1],
    ])
  })

  it.each([
    ['selec 1', /^Parser Error: syntax error at or near "selec"\.$/],
    ['select 1; select 2', /^A query is one statement\.$/],
    ['', /^A query is one statement\.$/],
    ['select nothing from events', /^Binder Error: [^\n]+[.!?]$/],
    ['select * from nothing', /^Catalog Error: [^\n]+[.!?]$/],
    ["copy (select 1) to '/tmp/telltale-evil.csv'", /^Permission Error: [^\n]+$/],
    ['-- nothing', /^A query is one statement\.$/],
    ['drop view events', /^A query only reads: /],
    ['set threads = 1', /^A query only reads: /],
    ['install httpfs', /^A query only reads: /],
    ["attach '/tmp/other.db'", /^A query only reads: /],
    ["select * from read_text('/etc/hostname')", /^Permission Error: [^\n]+$/],
    ['select 1/?', /^A query has no parameters/],
    ["select 'a'::integer", /^Conversion Error: [^\n]+$/],
  ])('refuse with a sentence: %s', async (sql, message) => {
    await expect(events.query(sql)).rejects.toThrow(message)
  })

  it('leave the files as they are', async () => {
    const folderOf = join(at, 'files/hours')
    const paths = (await readdir(folderOf)).map((name) => join(folderOf, name))
    const before = await Promise.all(paths.map((path) => readFile(path)))
    for (const path of paths)
      await expect(events.query(`copy (select 1) to '${path}' (format parquet)`)).rejects.toThrow(
        'A query only reads: ',
      )
    expect(paths).not.toEqual([])
    expect(await Promise.all(paths.map((path) => readFile(path)))).toEqual(before)
  })

  const command = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [jiti, cli, 'query', ...args], { encoding: 'utf8' })
    return { status, stdout, stderr: stderr.replaceAll(/^.*ExperimentalWarning.*$|^\(Use `node.*$/gm, '').trim() }
  }
  const sql = `select name, count(*) as events, '"a", b' as text, null as nothing from events group by name order by name`

  it('are a command that prints a table, JSON or CSV', () => {
    const places = ['--store', file, '--folder', join(at, 'files')]
    expect(command(sql, ...places)).toEqual({
      status: 0,
      stderr: '',
      stdout: `name          events  text    nothing
────────────  ──────  ──────  ───────
Page viewed        5  "a", b
Quote opened       3  "a", b
Quote sent         2  "a", b
`,
    })
    expect(JSON.parse(command(sql, '--format', 'json', ...places).stdout)).toEqual([
      { name: 'Page viewed', events: 5, text: '"a", b', nothing: null },
      { name: 'Quote opened', events: 3, text: '"a", b', nothing: null },
      { name: 'Quote sent', events: 2, text: '"a", b', nothing: null },
    ])
    expect(command(sql, '--format', 'csv', '--store', file).stdout).toBe(
      'name,events,text,nothing\nPage viewed,5,"""a"", b",\nQuote opened,3,"""a"", b",\nQuote sent,2,"""a"", b",\n',
    )
  })

  it('says in one sentence why it cannot answer', async () => {
    const empty = await folder()
    await writeFile(join(empty, 'no.db'), 'no database')
    const missing = join(empty, 'missing.db')
    expect([
      command('select 1'),
      command('select 1', '--store', missing),
      command('select 1', '--folder', empty),
      command('select * from nothing', '--folder', join(at, 'files')),
    ]).toEqual([
      { status: 1, stdout: '', stderr: 'There is nothing to read. Set --store, --folder, or both.' },
      { status: 1, stdout: '', stderr: `There is no file ${missing}. Choose the file of a collector.` },
      { status: 1, stdout: '', stderr: `No outlet has written to ${empty}. Set --folder to the folder of one.` },
      { status: 1, stdout: '', stderr: 'Catalog Error: Table with name nothing does not exist!' },
    ])
  })
})

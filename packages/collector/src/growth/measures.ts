import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import { ask } from '../hostile/ask.ts'
import { ADMIN_TOKEN } from '../hostile/attackedCollector.ts'
import type { LossReport } from '../store/lossReport.ts'
import { batchOf, eventOf, personOf, post, type Size } from './fill.ts'

/** A collector whose store has the size. */
export interface Grown {
  readonly port: number
  readonly store: string
  readonly size: Size
  /** For copies of files. */
  readonly folder: string
  /** Where PostgreSQL is the store. */
  readonly psql: ((sql: string) => Promise<unknown>) | undefined
}

/** What is measured. The budget is the same for a store of any size, in milliseconds, unless it says what it grows with. */
export interface Measure {
  readonly what: string
  readonly budgetMs: number
  /** The command reads all events: for each million, so much more. */
  readonly perMillionMs?: number
  /** Where the budget is not yet what it should be, in milliseconds. */
  readonly goalMs?: number
  /** How often it is done: the median counts. */
  readonly times?: number
  readonly only?: 'PostgreSQL' | 'SQLite'
  run(grown: Grown): Promise<unknown>
}

const PATIENCE_MS = 300_000
const COMMAND = join(import.meta.dirname, '../../dist/cli.js')

async function get(grown: Grown, path: string, method = 'GET'): Promise<string> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const { status, text } = await ask({ port: grown.port, path, method, headers, timeoutMs: PATIENCE_MS })
  if (status !== 200 && status !== 202) throw new Error(`${method} ${path} is answered with ${status}: ${text}`)
  return text
}

interface Listed {
  readonly id: string
  readonly status: string
}

async function allDone(grown: Grown): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { erasures } = JSON.parse(await get(grown, '/erasures')) as { erasures: readonly Listed[] }
    if (erasures.every(({ status }) => status === 'done')) return
    if (performance.now() > end) throw new Error('The deletions are not done.')
    await setTimeout(20)
  }
}

async function allCounted(grown: Grown): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { uncountedPages = 0 } = JSON.parse(await get(grown, '/loss')) as LossReport
    if (uncountedPages === 0) return
    if (performance.now() > end) throw new Error(`${uncountedPages} pages are not counted.`)
  }
}

/** The page goes on in the meantime. Rejects with what the program has said. */
export const runBeside = promisify(execFile)

const run = (args: readonly string[]) => runBeside(process.execPath, [COMMAND, ...args])

const page = () => ({ page: crypto.randomUUID(), release: '7' })
const events = (count: number, identity: object) => Array.from({ length: count }, (_, n) => eventOf(n + 1, identity))
let erased = 0
const nextPerson = ({ size }: Grown) => personOf((erased += 1) % size.people)
/** Somebody whose data were deleted, and who goes on in another browser. */
const comesBack = (id: string) => [
  eventOf(1, { visitor: crypto.randomUUID() }),
  eventOf(2, { id }, { kind: 'sign-in', properties: { visitor: crypto.randomUUID() } }),
]

export const MEASURES: readonly Measure[] = [
  {
    what: 'a batch of 50 events',
    budgetMs: 50,
    times: 50,
    run: (grown) => post(grown.port, batchOf(events(50, { id: personOf(7) }), 3, page())),
  },
  {
    what: 'the loss meter, until all pages are counted',
    budgetMs: 60_000,
    perMillionMs: 60_000,
    run: allCounted,
  },
  { what: 'GET /health/ready', budgetMs: 50, times: 9, run: (grown) => get(grown, '/health/ready') },
  { what: 'GET /loss', budgetMs: 50, times: 9, run: (grown) => get(grown, '/loss') },
  { what: 'GET /metrics', budgetMs: 20, times: 9, run: (grown) => get(grown, '/metrics') },
  { what: 'GET /events', budgetMs: 100, times: 9, run: (grown) => get(grown, '/events?limit=100') },
  {
    what: 'GET /events, the page after a thousand',
    budgetMs: 250,
    times: 5,
    async run(grown) {
      const { before } = JSON.parse(await get(grown, '/events?limit=1000')) as { before?: string }
      await get(grown, `/events?limit=100&before=${before}`)
    },
  },
  {
    what: 'the export of a person',
    budgetMs: 250,
    times: 5,
    run: (grown) => get(grown, `/people/${personOf(grown.size.people - 1)}/export`),
  },
  {
    what: 'the export of a visitor',
    budgetMs: 250,
    times: 5,
    run: (grown) => get(grown, `/visitors/visitor-${grown.size.people - 1}/export`),
  },
  {
    what: 'the deletion of a person, until it is done',
    budgetMs: 500,
    times: 5,
    async run(grown) {
      await get(grown, `/people/${nextPerson(grown)}`, 'DELETE')
      await allDone(grown)
    },
  },
  {
    what: 'a deleted person signs in from ten browsers, until all is done',
    budgetMs: 1000,
    async run(grown) {
      for (let time = 0; time < 10; time += 1) await post(grown.port, batchOf(comesBack(personOf(1)), 3, page()))
      await allDone(grown)
    },
  },
  {
    what: '100 deletions, until they are done',
    budgetMs: 20_000,
    async run(grown) {
      for (let time = 0; time < 100; time += 1) await get(grown, `/people/${nextPerson(grown)}`, 'DELETE')
      await allDone(grown)
    },
  },
  { what: 'GET /erasures', budgetMs: 100, times: 9, run: (grown) => get(grown, '/erasures') },
  {
    what: 'the command retention',
    budgetMs: 2000,
    run: async ({ store }) => run(['retention', '--store', store]),
  },
  {
    what: 'the command query, with a count',
    budgetMs: 5000,
    perMillionMs: 10_000,
    goalMs: 5000,
    run: async ({ store }) => run(['query', 'select name, count(*) from events group by name', '--store', store]),
  },
  {
    what: 'the command backup',
    budgetMs: 2000,
    perMillionMs: 20_000,
    only: 'SQLite',
    async run({ store, folder }) {
      const copy = join(folder, 'copy.db')
      await run(['backup', copy, '--store', store])
      rmSync(copy)
    },
  },
  {
    what: 'the view flag_values, counted by flag',
    budgetMs: 3000,
    perMillionMs: 12_000,
    goalMs: 3000,
    only: 'PostgreSQL',
    run: async ({ psql }) => await psql?.('select property, value, count(*) from telltale.flag_values group by 1, 2'),
  },
  {
    what: 'the view flag_values, of one event',
    budgetMs: 250,
    only: 'PostgreSQL',
    times: 5,
    run: async ({ psql }) =>
      psql?.('select * from telltale.flag_values where event = (select id from telltale.event limit 1)'),
  },
]

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from 'stage/startPostgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { startAttackedCollector } from '../hostile/attackedCollector.ts'
import { batchOf, eventOf, fill, personOf, post, sizeOf } from './fill.ts'
import { type Grown, MEASURES, type Measure, runBeside } from './measures.ts'

/** `TELLTALE_GROWTH` has other sizes, such as `10000,100000`. */
const SIZES = (process.env['TELLTALE_GROWTH'] ?? '10000,100000,1000000').split(',').map(Number)
const MINUTES = 60_000
/** The longest that a batch of a page may wait while anything of this is done, in milliseconds. */
const BATCH_BUDGET_MS = 500
/** The most memory of the collector that has taken all events, in bytes. */
const MEMORY_BUDGET = 150e6

interface Result {
  readonly store: string
  readonly what: string
  readonly budget: string
  readonly figures: Map<number, number>
}
const results: Result[] = []

function record(store: string, events: number, [what, budget, figure]: readonly [string, string, number]): void {
  let row = results.find((one) => one.store === store && one.what === what)
  if (row === undefined) results.push((row = { store, what, budget, figures: new Map() }))
  row.figures.set(events, figure)
}

function table(): string {
  const sizes = SIZES.map((size) => size.toLocaleString('en'))
  const rows = results.map(({ store, what, budget, figures }) => [
    ...[store, what, budget],
    ...SIZES.map((size) => `${figures.get(size) ?? '-'}`),
  ])
  const heads = ['store', 'what', 'budget', ...sizes]
  return [heads, heads.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

beforeAll(async () => {
  const { ok } = await ensureBuilt({ folders: ['packages/collector'] })
  expect(ok, 'packages/collector can be built').toBe(true)
}, 2 * MINUTES)
afterAll(() => console.log(table()))

/** Posts a batch every 50 ms, and says how long the slowest has taken. */
function steadyPage(port: number) {
  let isEnded = false
  let slowest = 0
  const posting = (async () => {
    for (let n = 1; !isEnded; n += 1) {
      const startedAt = performance.now()
      const status = await post(port, batchOf([eventOf(n, { id: personOf(3) })], 3, { page: 'steady' }))
      slowest = Math.max(slowest, status === 202 ? performance.now() - startedAt : Infinity)
      await setTimeout(50)
    }
  })()
  return async () => {
    isEnded = true
    await posting
    return Math.round(slowest)
  }
}

async function timeOf({ run, times = 1 }: Measure, grown: Grown): Promise<number> {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now()
    await run(grown)
    all.push(performance.now() - startedAt)
  }
  return Math.round(all.sort((one, other) => one - other)[all.length >> 1] ?? 0)
}

describe.each(['SQLite', 'PostgreSQL'] as const)('with %s', (kind) => {
  it.each(SIZES)('what is done with %i events keeps within its budget', { timeout: 30 * MINUTES }, async (events) => {
    const folder = await mkdtemp(join(tmpdir(), 'collector-growth-'))
    const server = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const store = server?.url ?? join(folder, 'events.db')
    const first = await startAttackedCollector(store, [])
    const problems: string[] = []
    const judge = (what: string, figure: number, [budget, unit]: readonly [number, string]) => {
      record(kind, events, [`${what}, ${unit}`, String(budget), figure])
      if (figure > budget) problems.push(`${what}: ${figure} ${unit}, and the budget is ${budget}.`)
    }
    try {
      const size = sizeOf(events)
      await fill(first.port(), size)
      judge('memory when all have come in', Math.round(first.highestMemory() / 1e6), [MEMORY_BUDGET / 1e6, 'MB'])
      await first.end('SIGTERM', MINUTES)
      const startedAt = performance.now()
      await first.start()
      judge('a start', Math.round(performance.now() - startedAt), [3000, 'ms'])
      const psql = server && ((sql: string) => runBeside('psql', [server.url, '-qc', sql]))
      const grown: Grown = { port: first.port(), store, size, folder, psql }
      for (const measure of MEASURES) {
        if (measure.only !== undefined && measure.only !== kind) continue
        const slowest = steadyPage(first.port())
        try {
          judge(measure.what, await timeOf(measure, grown), [measure.budgetMs, 'ms'])
        } finally {
          const ms = await slowest()
          if (ms > BATCH_BUDGET_MS) problems.push(`${measure.what}: a batch has waited ${ms} ms.`)
        }
      }
      judge('memory at the end', Math.round(first.highestMemory() / 1e6), [300, 'MB'])
      expect(problems).toEqual([])
    } finally {
      await first.end('SIGTERM', MINUTES)
      await server?.stop()
      await rm(folder, { recursive: true })
    }
  })
})

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
/** The most memory of the collector that has taken all events, in megabytes, and what it should be. */
const MEMORY_BUDGET = 250
const MEMORY_GOAL = 150

interface Result {
  readonly store: string
  readonly what: string
  readonly budget: string
  readonly goal: string
  readonly figures: Map<number, number>
}
const results: Result[] = []

interface Limits {
  readonly budget: number
  /** What it should be, where the budget is more. */
  readonly goal?: number | undefined
  readonly unit?: string
}

function record(
  store: string,
  events: number,
  { figure, ...row }: Omit<Result, 'store' | 'figures'> & { readonly figure: number },
): void {
  const known = results.find((one) => one.store === store && one.what === row.what)
  if (known) known.figures.set(events, figure)
  else results.push({ ...row, store, figures: new Map([[events, figure]]) })
}

function table(): string {
  const sizes = SIZES.map((size) => size.toLocaleString('en'))
  const rows = results.map(({ store, what, budget, goal, figures }) => [
    ...[store, what, budget, goal],
    ...SIZES.map((size) => `${figures.get(size) ?? '-'}`),
  ])
  const heads = ['store', 'what', 'budget', 'goal', ...sizes]
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
    const judge = (what: string, figure: number, { budget, goal, unit = 'ms' }: Limits) => {
      record(kind, events, { what: `${what}, ${unit}`, budget: String(budget), goal: String(goal ?? ''), figure })
      if (figure > budget) problems.push(`${what}: ${figure} ${unit}, and the budget is ${budget}.`)
    }
    try {
      const size = sizeOf(events)
      await fill(first.port(), size)
      const memory = () => Math.round(first.highestMemory() / 1e6)
      judge('memory when all have come in', memory(), { budget: MEMORY_BUDGET, goal: MEMORY_GOAL, unit: 'MB' })
      await first.end('SIGTERM', MINUTES)
      const startedAt = performance.now()
      await first.start()
      judge('a start', Math.round(performance.now() - startedAt), { budget: 3000 })
      const psql = server && ((sql: string) => runBeside('psql', [server.url, '-qc', sql]))
      const grown: Grown = { port: first.port(), store, size, folder, psql }
      for (const measure of MEASURES) {
        if (measure.only !== undefined && measure.only !== kind) continue
        const slowest = steadyPage(first.port())
        try {
          const { budgetMs, perMillionMs = 0, goalMs: goal } = measure
          const budget = budgetMs + perMillionMs * (events / 1e6)
          judge(measure.what, await timeOf(measure, grown), { budget, goal })
        } finally {
          const ms = await slowest()
          if (ms > BATCH_BUDGET_MS) problems.push(`${measure.what}: a batch has waited ${ms} ms.`)
        }
      }
      judge('memory at the end', memory(), { budget: 300, unit: 'MB' })
      expect(problems).toEqual([])
    } finally {
      await first.end('SIGTERM', MINUTES)
      await server?.stop()
      await rm(folder, { recursive: true })
    }
  })
})

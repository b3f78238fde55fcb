import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { type Fault, type FaultResult, faultRun, faultTable, type Stage } from './faultRun.ts'
import { sqliteStage } from './sqliteStage.ts'

/** How many faults happen in all. */
const ROUNDS = Number(process.env['TELLTALE_FAULT_ROUNDS'] ?? 100)
const MINUTES = 60_000

const results: FaultResult[] = []

beforeAll(async () => {
  const { ok } = await ensureBuilt({ folders: ['packages/collector'] })
  expect(ok, 'packages/collector can be built').toBe(true)
}, 2 * MINUTES)
afterAll(() => console.log(faultTable(results)))

/** @param percent - of all rounds */
async function run<S extends Stage>(stage: S, { percent, ...fault }: Omit<Fault<S>, 'rounds'> & { percent: number }) {
  try {
    const rounds = Math.max(1, Math.round((ROUNDS * percent) / 100))
    const result = await faultRun(stage, { ...fault, rounds })
    results.push(result)
    expect(result.problems).toEqual([])
    return result
  } finally {
    await stage.stop()
  }
}

/** Kills one collector, and starts it again while the other one works. */
async function killOne({ collectors }: Stage): Promise<void> {
  const one = collectors[Math.floor(Math.random() * collectors.length)]
  await one?.end('SIGKILL')
  await setTimeout(Math.random() * 200)
  await one?.start()
}

/** Ends one collector as an operator does. */
async function endOne({ collectors }: Stage): Promise<readonly string[]> {
  const one = collectors[Math.floor(Math.random() * collectors.length)]
  const code = await one?.end('SIGTERM')
  await one?.start()
  return code === 0 ? [] : [`SIGTERM has ended a collector with ${code}.`]
}

it('stores each event once in SQLite when a collector is killed', { timeout: 4 * MINUTES }, async () => {
  await run(await sqliteStage(), { kind: 'SQLite: kill -9 of a collector', percent: 30, happen: killOne })
})

it('stores each event once in SQLite when a collector is ended', { timeout: 4 * MINUTES }, async () => {
  await run(await sqliteStage(), { kind: 'SQLite: SIGTERM of a collector', percent: 10, happen: endOne })
})

import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'
import { type Fault, type FaultResult, faultRun, faultTable, type Stage } from './faultRun.ts'
import { postgresStage } from './postgresStage.ts'
import { sqliteStage } from './sqliteStage.ts'
import { mountTinyDisk } from './tinyDisk.ts'

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

it('acknowledges nothing that is not stored when the disk is full', { timeout: 4 * MINUTES }, async ({ skip }) => {
  const disk = mountTinyDisk()
  if (!disk) return skip('A disk that is full needs the right to mount one.')
  try {
    const result = await run(await sqliteStage(disk.folder), {
      kind: 'SQLite: the disk is full',
      percent: 6,
      // The disk must hold all events.
      pauseMs: 300,
      async happen({ collectors: [first] }, { round, unavailable }) {
        const before = unavailable()
        disk.fill()
        await until(() => unavailable() >= before + 5)
        const ends = ([undefined, 'SIGTERM', 'SIGKILL'] as const)[round % 3]
        const code = ends && (await first?.end(ends))
        disk.makeRoom()
        if (ends) await first?.start()
        return ends === 'SIGTERM' && code !== 0 ? [`SIGTERM has ended a collector on a full disk with ${code}.`] : []
      },
    })
    expect(result.unavailable).toBeGreaterThan(0)
  } finally {
    disk.stop()
  }
})

it('stores each event once in PostgreSQL when a collector is killed', { timeout: 4 * MINUTES }, async () => {
  await run(await postgresStage(), { kind: 'PostgreSQL: kill -9 of a collector', percent: 15, happen: killOne })
})

it('stores each event once in PostgreSQL when a collector is ended', { timeout: 4 * MINUTES }, async () => {
  await run(await postgresStage(), { kind: 'PostgreSQL: SIGTERM of a collector', percent: 8, happen: endOne })
})

it('stores each event once when PostgreSQL is killed', { timeout: 4 * MINUTES }, async () => {
  const result = await run(await postgresStage(), {
    kind: 'PostgreSQL: kill -9 of the server',
    percent: 10,
    async happen({ server }, { unavailable }) {
      const before = unavailable()
      await server.kill()
      await until(() => unavailable() > before)
      await server.start()
    },
  })
  expect(result.unavailable).toBeGreaterThan(0)
})

it('stores each event once when the network to PostgreSQL is cut', { timeout: 4 * MINUTES }, async () => {
  const result = await run(await postgresStage(), {
    kind: 'PostgreSQL: the network is cut',
    percent: 6,
    async happen({ network }, { round, unavailable }) {
      const before = unavailable()
      network.hold(round % 2 === 0 ? 'both' : 'answers')
      await until(() => unavailable() > before)
      const end = [network.release, network.breakAll, network.forgetAll][round % 3]
      end?.()
    },
  })
  expect(result.unavailable).toBeGreaterThan(0)
})

it(
  'goes on when a network has forgotten the connections from before the first event',
  { timeout: 4 * MINUTES },
  async () => {
    const stage = await postgresStage()
    stage.network.forgetAll()
    const healthy = () =>
      Promise.all(stage.collectors.map(async (one) => (await fetch(`${one.url()}/health/ready`)).ok))
    await run(stage, {
      kind: 'PostgreSQL: the network forgets connections',
      percent: 2,
      async happen({ network }) {
        await until(async () => (await healthy()).every(Boolean))
        network.forgetAll()
      },
    })
  },
)

it('stores each event once when PostgreSQL stands still', { timeout: 4 * MINUTES }, async () => {
  const result = await run(await postgresStage(), {
    kind: 'PostgreSQL: the server stands still for 7 s',
    percent: 3,
    async happen({ server }) {
      const all = server.processes()
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await setTimeout(7000)
      for (const pid of all) process.kill(pid, 'SIGCONT')
    },
  })
  expect(result.unavailable).toBeGreaterThan(0)
})

it.each([
  ['SQLite', sqliteStage],
  ['PostgreSQL', postgresStage],
] as const)(
  'stores each event once in %s when a collector stands still',
  { timeout: 4 * MINUTES },
  async (name, stage) => {
    await run<Stage>(await stage(), {
      kind: `${name}: a collector stands still for 7 s`,
      percent: 2,
      async happen({ collectors }) {
        const one = collectors[Math.floor(Math.random() * collectors.length)]
        one?.signal('SIGSTOP')
        await setTimeout(7000)
        one?.signal('SIGCONT')
      },
    })
  },
)

const HOUR_MS = 3_600_000
const CLOCKS_MS = [HOUR_MS, -HOUR_MS, 365 * 24 * HOUR_MS, -365 * 24 * HOUR_MS, 0]

// The clock of the machine cannot be changed for one process without a library: those of the pages are.
it.each([
  ['SQLite', sqliteStage],
  ['PostgreSQL', postgresStage],
] as const)(
  'stores each event once in %s when clocks of pages are wrong',
  { timeout: 4 * MINUTES },
  async (name, stage) => {
    await run<Stage>(await stage(), {
      kind: `${name}: clocks of pages, and kill -9 of a collector`,
      percent: 5,
      happen: killOne,
      now: () => Date.now() + (CLOCKS_MS[Math.floor(Math.random() * CLOCKS_MS.length)] ?? 0),
    })
  },
)

it('does not grow while one event of a hundred is a copy', { timeout: 4 * MINUTES }, async () => {
  const stage = await sqliteStage()
  const memory = () => stage.collectors.map((one) => `${Math.round(one.memory() / 1e6)} MB`).join(' and ')
  await run(stage, {
    kind: 'SQLite: 30 s without a fault, 1 % copies',
    percent: 1,
    copiesPercent: 1,
    async happen() {
      const seen = [memory()]
      for (let third = 0; third < 3; third += 1) {
        await setTimeout(10_000)
        seen.push(memory())
      }
      console.log(`Memory of the collectors, every 10 s: ${seen.join('; ')}`)
    },
  })
})

/** Waits for what has to come, up to a minute. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + MINUTES
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('The collectors do not show the fault.')
    await setTimeout(10)
  }
}

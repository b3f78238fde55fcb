import { bundlePage } from './bundlePage.ts'
import { startCollector, type Collector } from './collector.ts'
import type { EngineTab } from './engines/engine.ts'
import { startPageServer } from './pageServer.ts'
import type { Victim } from './victim.ts'
import { openTab } from './tab.ts'
import { until } from './perform.ts'

export interface Round {
  readonly names: readonly string[]
  /** Milliseconds between the last `track` and the kill. */
  readonly afterMs: number
  /** Whether the page had been up for a while: its database was open, and it knew who was here. */
  readonly isWarm: boolean
  /** Whether the collector answered 503 until the kill. */
  readonly isDown: boolean
  /** Those of the names that a database of the page had at the kill, when that was asked for. */
  readonly kept: readonly string[]
}

export interface Killing {
  readonly rounds: readonly Round[]
  /** How often each event is stored. */
  readonly stored: ReadonlyMap<string, number>
}

export interface KillingOptions {
  rounds: number
  /** Whether to look into the page's databases before each kill, which takes some time of its own. */
  isKeptAsked: boolean
  patienceMs: number
}

/** How many events each round tracks in one task. */
const BURST = 10
/** The kill comes within so many milliseconds after the burst. */
const LATEST_MS = 500

/** Tracks a burst and kills, again and again in the same profile; then visits once more, and waits for what was left. */
export async function killAgainAndAgain(
  victim: Victim,
  { rounds: count, isKeptAsked, patienceMs }: KillingOptions,
): Promise<Killing> {
  const collector = await startCollector()
  const server = await startPageServer(await bundlePage('telltale'), { collector: collector.url })
  const run = Date.now().toString(36)
  const rounds: Round[] = []

  async function playRound(number: number): Promise<Round> {
    const [isWarm, isDown] = [number % 2 === 0, number % 4 < 2]
    const name = `ev-${run}-t${number}`
    const page = await victim.start()
    collector.setHealth(isDown ? 'unavailable' : 'healthy')
    const loads = collector.stored().length
    const tab = await openTab(page, { url: server.url, name, largeBytes: 1 })
    if (isWarm && !isDown) await until(() => collector.stored().length > loads, patienceMs)
    if (isWarm) await sleep(500)
    await tab.track({ to: BURST })
    const tracked = Date.now()
    await sleep(Math.random() * LATEST_MS)
    const names = Array.from({ length: BURST }, (_, index) => `${name}-n${index}`)
    const kept = isKeptAsked ? await namesInDatabases(tab.page, names) : []
    const afterMs = Date.now() - tracked
    await victim.kill()
    return { names, afterMs, isWarm, isDown, kept }
  }

  try {
    for (let number = 0; number < count; number += 1) rounds.push(await playRound(number))
    collector.setHealth('healthy')
    await openTab(await victim.start(), { url: server.url, name: `ev-${run}-t${count}`, largeBytes: 1 })
    await untilNothingComes(collector, rounds.length * BURST, patienceMs)
    return { rounds, stored: countNames(collector) }
  } finally {
    await victim.stop()
    await Promise.all([server.close(), collector.close()])
  }
}

/** The names of the events in the records of every database of the page. */
function namesInDatabases(page: EngineTab, names: readonly string[]): Promise<string[]> {
  return page.run(async (wanted) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: string[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const items: { event?: { name?: string } }[] = await answer(
          database.transaction(store).objectStore(store).getAll(),
        )
        found.push(...items.flatMap(({ event }) => (event?.name && wanted.includes(event.name) ? [event.name] : [])))
      }
      database.close()
    }
    return found
  }, names)
}

/** What the browser had not written to disk never comes: so the wait ends when nothing has come for some time. */
async function untilNothingComes(collector: Collector, expected: number, patienceMs: number) {
  for (let before = -1; before < countNames(collector).size && countNames(collector).size < expected;) {
    before = countNames(collector).size
    await until(() => countNames(collector).size > before, patienceMs)
  }
  await sleep(1_500)
}

function countNames(collector: Collector): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of collector.stored()) {
    if (name.startsWith('ev-')) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

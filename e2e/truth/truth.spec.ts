import { writeFile } from 'node:fs/promises'
import type { Engine } from 'stage/engines/engine'
import type { Evidence } from './evidence.ts'
import { judge, KINDS, type Violation } from './judge.ts'
import { playHistory } from './playHistory.ts'
import { historyOf } from './steps.ts'
import { expect, test } from '../delivery/test.ts'

/**
 * Each run plays other histories, until so many events are judged. `TELLTALE_SEED` and `TELLTALE_EVENTS=1` play the history of a
 * failure once more, which prints its seed. What a page is doing at a step may differ.
 */
const { TELLTALE_EVENTS = '1500', TELLTALE_SEED = `${Date.now() % 1_000_000}` } = process.env
/** How many histories are played at the same time. Most of a history is waiting. Firefox and WebKit have a browser for each. */
const LANES = { chromium: 6, firefox: 2, webkit: 2 } as const

interface Judged {
  seed: number
  evidence: Evidence
  violations: readonly Violation[]
}

async function judgeHistories(engine: Engine): Promise<Judged[]> {
  const judged: Judged[] = []
  let seed = Number(TELLTALE_SEED)

  async function playInLane() {
    while (countEvents(judged) < Number(TELLTALE_EVENTS)) {
      const own = seed
      seed += 1
      const evidence = await playHistory(engine, historyOf(own)).catch((cause: unknown) => {
        throw new Error(`The history of seed ${own} could not be played.`, { cause })
      })
      const one = { seed: own, evidence, violations: judge(evidence) }
      judged.push(one)
      printViolations(one)
      if (one.violations.length > 0) await saveEvidence(one)
    }
  }

  await Promise.all(Array.from({ length: LANES[engine.name] }, playInLane))
  return judged
}

const countEvents = (judged: readonly Judged[]) => judged.reduce((sum, { evidence }) => sum + evidence.calls.length, 0)

function printViolations({ seed, violations }: Judged) {
  if (violations.length === 0) return
  const steps = historyOf(seed).map((step) => JSON.stringify(step))
  console.log([`Seed ${seed}:`, ...steps, ...violations.map((violation) => JSON.stringify(violation))].join('\n'))
}

/** Keeps all that was seen of a history, because the next run of its seed may differ. */
async function saveEvidence({ seed, evidence }: Judged) {
  const path = test.info().outputPath(`evidence-of-seed-${seed}.json`)
  await writeFile(path, JSON.stringify({ ...evidence, ends: [...evidence.ends] }))
  console.log(`The evidence is in ${path}.`)
}

function printCounts(engine: Engine, judged: readonly Judged[]) {
  const all = judged.flatMap(({ violations }) => violations)
  const counts = KINDS.map((kind) => `${all.filter((violation) => violation.kind === kind).length} ${kind}`)
  console.log(
    `${engine.version}: ${judged.length} histories, ${countEvents(judged)} events judged, ${counts.join(', ')}`,
  )
  console.log(`What the judge had to judge: ${occasionsIn(judged).join(', ')}`)
}

/** A judge that is never asked finds nothing. */
function occasionsIn(judged: readonly Judged[]): string[] {
  const all = judged.map(({ evidence }) => evidence)
  const stored = all.flatMap((evidence) => evidence.stored)
  const accounts = new Set(stored.map(({ user }) => user).filter((user) => user.includes('@')))
  return [
    `${accounts.size} users with their accounts`,
    `${stored.filter(({ visitor }) => visitor !== undefined).length} events of visitors`,
    `${all.flatMap(({ joins }) => joins).length} joins`,
    `${new Set(stored.map(({ session }) => session?.id)).size} sessions`,
    `${all.flatMap(({ batches }) => batches.flatMap(({ events }) => events)).length} numbers`,
  ]
}

test('each event of random histories is stored once, with its user and the flags that were in force', async ({
  engine,
}) => {
  const judged = await judgeHistories(engine)
  printCounts(engine, judged)
  expect(judged.flatMap(({ seed, violations }) => violations.map(({ kind, name }) => ({ seed, kind, name })))).toEqual(
    [],
  )
})

import { writeFile } from 'node:fs/promises'
import type { Engine } from 'stage/engines/engine'
import type { Evidence } from './evidence.ts'
import { type Count, judge, type Judgement } from './judge.ts'
import { KINDS } from './kinds.ts'
import { planOf } from './planOf.ts'
import { openLossStage } from './lossStage.ts'
import { playLosses } from './playLosses.ts'
import { expect, test as base } from '../delivery/test.ts'
import type { StoreName, StoreOption } from '../startStore.ts'

const test = base.extend<StoreOption>({ store: ['sqlite', { option: true }] })

/**
 * Each run plays other histories, until so many events are judged. `TELLTALE_SEED` and `TELLTALE_EVENTS=1` play the history of a
 * failure once more, which prints its seed.
 */
const { TELLTALE_EVENTS = '600', TELLTALE_SEED = `${Date.now() % 1_000_000}` } = process.env
/** How many histories are played at the same time, each in a browser of its own. Most of a history is waiting. */
const LANES = 3

interface Judged extends Judgement {
  readonly seed: number
  readonly evidence: Evidence
}

const countEvents = (judged: readonly Judged[]) =>
  judged.reduce((sum, { evidence }) => sum + evidence.tracked.length, 0)

async function judgeHistories(engine: Engine, store: StoreName): Promise<Judged[]> {
  const judged: Judged[] = []
  const wanted = Number(TELLTALE_EVENTS)
  let seed = Number(TELLTALE_SEED)

  async function playInLane() {
    while (countEvents(judged) < wanted) {
      const own = seed
      seed += 1
      const evidence = await playLosses(await openLossStage(engine, store), planOf(own)).catch((cause: unknown) => {
        throw new Error(`The history of seed ${own} could not be played.`, { cause })
      })
      const one = { seed: own, evidence, ...judge(evidence) }
      judged.push(one)
      console.log(`Seed ${own}: ${evidence.tracked.length} events, ${one.violations.length} wrong`)
      if (one.violations.length > 0 || wanted === 1) await printEvidence(one)
    }
  }

  await Promise.all(Array.from({ length: wanted > 1 ? LANES : 1 }, playInLane))
  return judged
}

/** Prints the plan of a history, and keeps all that was seen of it, because the next run of its seed may differ. */
async function printEvidence({ seed, evidence, violations }: Judged) {
  const plans = planOf(seed).map((plan, index) => `p${index + 1} ${JSON.stringify(plan)}`)
  console.log([...plans, ...violations.slice(0, 20).map((violation) => JSON.stringify(violation))].join('\n'))
  const path = test.info().outputPath(`evidence-of-seed-${seed}.json`)
  const tracked = evidence.tracked.map((event) => ({ ...event, planted: [...event.planted] }))
  await writeFile(path, JSON.stringify({ ...evidence, ids: [...evidence.ids], tracked }))
  console.log(`The evidence is in ${path}.`)
}

function printCounts(engine: Engine, judged: readonly Judged[]) {
  const wrong = judged.reduce((sum, { violations }) => sum + violations.length, 0)
  const rows = KINDS.map((kind) => {
    const counts = judged.flatMap((one) => one.counts.get(kind) ?? [])
    const sum = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0)
    return `${kind}: ${sum('planted')} planted, ${sum('lost')} lost, ${sum('inClass')} in class, ${sum('untold')} untold, ${sum('aboveHighest')} above the highest number`
  })
  console.log(
    [
      `${engine.version}: ${judged.length} histories, ${countEvents(judged)} events judged, ${wrong} wrong`,
      ...rows,
    ].join('\n'),
  )
}

test('the meter of losses finds each planted loss in its class, and calls no event lost that has arrived', async ({
  engine,
  store,
}) => {
  const judged = await judgeHistories(engine, store)
  printCounts(engine, judged)
  // The details are printed above: hundreds of events may be wrong for one reason.
  const wrong = judged.flatMap(({ seed, violations }) => violations.map(({ kind, page }) => `${seed} ${page} ${kind}`))
  expect([...new Set(wrong)]).toEqual([])
})

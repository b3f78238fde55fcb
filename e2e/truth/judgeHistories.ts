import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from 'stage/engines/engine'
import { test } from '../delivery/test.ts'
import type { Violation } from './judge.ts'
import type { Played } from './playHistory.ts'
import type { Step } from './steps.ts'

/**
 * Each run plays other histories, until so many events are judged. `TELLTALE_SEED` and `TELLTALE_EVENTS=1` play the history of a
 * failure once more, which prints its seed. What a page is doing at a step may differ.
 */
const { TELLTALE_EVENTS, TELLTALE_SEED = `${Date.now() % 1_000_000}` } = process.env
/** How many histories are played at the same time. Most of a history is waiting. Firefox and WebKit have a browser for each. */
const LANES = { chromium: 6, firefox: 2, webkit: 2 } as const
const EVIDENCE = join(import.meta.dirname, '../../.cache/evidence')

export interface Judged {
  readonly seed: number
  readonly played: Played
  readonly violations: readonly Violation[]
}

export interface Histories {
  /** How many events are judged unless `TELLTALE_EVENTS` says otherwise. */
  readonly events: number
  historyOf(seed: number): readonly Step[]
  play(engine: Engine, steps: readonly Step[], seed: number): Promise<Played>
  judge(played: Played): readonly Violation[]
}

/** Plays and judges histories, and prints the seed, the steps and the violations of each one in which something is wrong. */
export async function judgeHistories(engine: Engine, histories: Histories): Promise<Judged[]> {
  const wanted = Number(TELLTALE_EVENTS ?? histories.events)
  const judged: Judged[] = []
  let seed = Number(TELLTALE_SEED)

  async function playInLane() {
    while (countEvents(judged) < wanted) {
      const own = seed
      seed += 1
      const steps = histories.historyOf(own)
      const played = await histories.play(engine, steps, own).catch((cause: unknown) => {
        throw new Error(`The history of seed ${own} could not be played.`, { cause })
      })
      const one = { seed: own, played, violations: histories.judge(played) }
      judged.push(one)
      if (one.violations.length === 0) continue
      printViolations(one, steps)
      await saveEvidence(one)
    }
  }

  await Promise.all(Array.from({ length: wanted > 1 ? LANES[engine.name] : 1 }, playInLane))
  return judged
}

export const countEvents = (judged: readonly Judged[]) =>
  judged.reduce((sum, { played }) => sum + played.calls.length, 0)

/** What is wrong in the histories, without the details, which are printed. */
export const wrongIn = (judged: readonly Judged[]) =>
  judged.flatMap(({ seed, violations }) => violations.map(({ kind, name }) => ({ seed, kind, name })))

function printViolations({ seed, violations }: Judged, steps: readonly Step[]) {
  const lines = [...steps, ...violations].map((line) => JSON.stringify(line))
  console.log([`Seed ${seed}:`, ...lines].join('\n'))
}

/** Keeps all that was seen of a history, because the next run of its seed may differ. The next run of any test empties the folder of its results. */
async function saveEvidence({ seed, played }: Judged) {
  await mkdir(EVIDENCE, { recursive: true })
  const path = join(EVIDENCE, `${test.info().project.name}-${seed}.json`)
  await writeFile(path, JSON.stringify({ ...played, ends: [...played.ends], versions: [...played.versions] }))
  console.log(`The evidence is in ${path}.`)
}

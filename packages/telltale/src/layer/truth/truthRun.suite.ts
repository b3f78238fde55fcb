import fc from 'fast-check'
import { expect } from 'vitest'
import { play, type History } from './truthHistory.suite.ts'
import { exposuresIn, expectNoFalseExposures, expectTrueExposures } from './truthExposure.suite.ts'
import {
  expectAllStored,
  expectHandedOverOnce,
  expectJustDrops,
  expectNoSecrets,
  expectOneTruth,
  expectOrder,
  expectOwnCollector,
  expectTrueLives,
  expectTrueScript,
  expectTruth,
  expectTruthShown,
  namesOf,
  trackedIn,
} from './truthJudge.suite.ts'
import type { Step } from './truthStep.suite.ts'

/**
 * Without these variables the same histories are played each time. `TELLTALE_HISTORIES=20` plays twenty times as many other
 * histories; `TELLTALE_SEED` repeats those of a failure, which prints its seed.
 */
const { TELLTALE_HISTORIES, TELLTALE_SEED = TELLTALE_HISTORIES ? undefined : 9 } = process.env
const TIMES = Number(TELLTALE_HISTORIES ?? 1)
/** The histories of each run are short on the whole, so that the run is; the others are of any length. */
const SIZE = TELLTALE_HISTORIES ? 'max' : 'small'
export const PATIENCE_MS = 300_000 * TIMES

type Limited = Partial<Record<keyof History, fc.Arbitrary<unknown>>>
export type Judge = (history: History, played: Awaited<ReturnType<typeof play>>) => void

/** A kind of histories, and how many of them are played. */
interface Kind {
  name: string
  histories: number
  step: fc.Arbitrary<Step>
  limits?: Limited
}

/** Plays histories of such steps and judges each, while it is played and afterwards. */
export async function judgeAll({ name, histories, step, limits }: Kind, judge: Judge) {
  const given = fc.record({ steps: fc.array(step, { maxLength: 25, size: SIZE }), ...limits }) as fc.Arbitrary<History>
  const numRuns = histories * TIMES
  let events = 0
  let exposures = 0
  await fc.assert(
    fc.asyncProperty(given, async (history) => {
      const played = await play(history, expectTruthShown)
      events += trackedIn(played).length
      exposures += exposuresIn(played).filter(({ event }) => event).length
      judge(history, played)
    }),
    { numRuns, ...(TELLTALE_SEED !== undefined && { seed: Number(TELLTALE_SEED) }) },
  )
  if (TELLTALE_HISTORIES)
    console.log(`${name}: ${numRuns} histories, ${events} events and ${exposures} exposures judged`)
}

/** A batch that was refused, or under way when a page ended, may come after what followed it. */
const keepsOrder = ({ steps }: History) =>
  !steps.some(
    (step) => step.do === 'break' && step.what === 'collector' && ['hangs', 'refuses', 'wants less'].includes(step.how),
  )

const mayFail = ({ steps }: History) =>
  steps.some((step) => step.do === 'break' && step.what === 'collector' && step.how !== 'late')

/** An exit sends events whose answer no page receives: they may arrive although they are evicted later. */
export const staysOpen = ({ steps }: History) =>
  !steps.some(({ do: what }) => ['leave', 'crash', 'hide', 'cache'].includes(what))

/** Without failures and exits, no event is sent twice. */
const nothingFails = ({ steps }: History) =>
  !steps.some(({ do: what }) => ['break', 'leave', 'crash', 'hide', 'cache', 'open tab'].includes(what))

/** A refused event waits until it is retried, and a service that hangs never answers the request, even when it is well again. */
const isAlwaysAnswered = ({ steps }: History) =>
  !steps.some((step) => step.do === 'break' && ['refuses', 'hangs'].includes(step.how))

export const expectEverything: Judge = (history, played) => {
  const { world } = played
  expectAllStored(played)
  expectTruth(history, played)
  expectOneTruth(played)
  expectOwnCollector(played)
  expectNoSecrets(played)
  expectTrueLives(played)
  expectTrueScript(played)
  expectHandedOverOnce(played)
  expectJustDrops(played)
  expectTrueExposures(played)
  expectOrder(played, world.handed)
  if (isAlwaysAnswered(history)) expect(played.stuck).toEqual([])
  if (nothingFails(history)) expect(world.copies.length).toBe(world.stored.size)
  if (keepsOrder(history)) {
    const isFirst = new Set<string>()
    // A collector that fails is tried with one event alone, twice in four attempts. This event may come before older ones.
    const isProbe = (among: number) => among === 1 && mayFail(history)
    expectOrder(
      played,
      world.copies.filter(({ event: { id }, fact }) => !isFirst.has(id) && isFirst.add(id) && !isProbe(fact.among)),
    )
  }
}

/** While the disk is ill, an event is lost only if nothing but the memory of its page had it. */
export const expectNothingLostUncounted: Judge = (history, played) => {
  const arrived = namesOf(played.world.stored.values())
  expect(new Set(arrived).size).toBe(arrived.length)
  const lost = trackedIn(played).length - arrived.length + exposuresIn(played).filter(({ isLost }) => isLost).length
  expect(lost).toBeLessThanOrEqual(played.losable)
  expectTruth(history, played)
  expectOneTruth(played)
  expectOwnCollector(played)
  expectNoSecrets(played)
  expectTrueLives(played)
  expectTrueScript(played)
  expectNoFalseExposures(played)
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { play, type History } from './truthHistory.suite.ts'
import {
  expectAllStored,
  expectHandedOverOnce,
  expectJustDrops,
  expectOrder,
  expectTrueLives,
  expectTrueScript,
  expectTruth,
  expectTruthShown,
  namesOf,
  stepsOf,
  trackedIn,
} from './truthJudge.suite.ts'
import {
  anyStep,
  clockStep,
  diskStep,
  renewalStep,
  slowCollectorStep,
  supportStep,
  type Step,
} from './truthStep.suite.ts'

/**
 * Without these variables the same histories are played each time. `TELLTALE_HISTORIES=20` plays twenty times as many other
 * histories; `TELLTALE_SEED` repeats those of a failure, which prints its seed.
 */
const { TELLTALE_HISTORIES, TELLTALE_SEED = TELLTALE_HISTORIES ? undefined : 9 } = process.env
const TIMES = Number(TELLTALE_HISTORIES ?? 1)
const PATIENCE_MS = 300_000 * TIMES
/** How many histories of each kind are played. */
const HISTORIES = { any: 100, support: 50, renewal: 50, illDisk: 50, budget: 40 } as const

type Limited = Partial<Record<keyof History, fc.Arbitrary<unknown>>>
type Judge = (history: History, played: Awaited<ReturnType<typeof play>>) => void

/** Plays histories of such steps and judges each, while it is played and afterwards. */
async function judgeAll(kind: keyof typeof HISTORIES, [step, limits]: [fc.Arbitrary<Step>, Limited?], judge: Judge) {
  const histories = fc.record({ steps: fc.array(step, { maxLength: 25 }), ...limits }) as fc.Arbitrary<History>
  const numRuns = HISTORIES[kind] * TIMES
  let events = 0
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const played = await play(history, expectTruthShown)
      events += trackedIn(played).length
      judge(history, played)
    }),
    { numRuns, ...(TELLTALE_SEED !== undefined && { seed: Number(TELLTALE_SEED) }) },
  )
  if (TELLTALE_HISTORIES) console.log(`${kind}: ${numRuns} histories, ${events} events judged`)
}

/** A batch that was refused, or under way when a page ended, may come after what followed it. */
const keepsOrder = ({ steps }: History) =>
  !steps.some(
    (step) => step.do === 'break' && step.what === 'collector' && ['hangs', 'refuses', 'wants less'].includes(step.how),
  )

/** An exit sends events whose answer no page receives: they may arrive although they are evicted later. */
const staysOpen = ({ steps }: History) => !steps.some(({ do: what }) => ['leave', 'crash', 'hide'].includes(what))

/** Without failures and exits, no event is sent twice. */
const nothingFails = ({ steps }: History) =>
  !steps.some(({ do: what }) => ['break', 'leave', 'crash', 'hide', 'open tab'].includes(what))

/** A refused event waits until it is retried, and a service that hangs never answers the request, even when it is well again. */
const isAlwaysAnswered = ({ steps }: History) =>
  !steps.some((step) => step.do === 'break' && ['refuses', 'hangs'].includes(step.how))

const expectEverything: Judge = (history, played) => {
  const { world } = played
  expectAllStored(played)
  expectTruth(history, played)
  expectTrueLives(played)
  expectTrueScript(played)
  expectHandedOverOnce(played)
  expectJustDrops(played)
  expectOrder(played, world.handed)
  if (isAlwaysAnswered(history)) expect(played.stuck).toEqual([])
  if (nothingFails(history)) expect(world.copies.length).toBe(world.stored.size)
  if (keepsOrder(history)) {
    const isFirst = new Set<string>()
    expectOrder(
      played,
      world.copies.filter(({ event: { id } }) => !isFirst.has(id) && isFirst.add(id)),
    )
  }
}

it(
  'each event is stored once, with the user who was signed in and the flags that were in force when it was tracked',
  async () => {
    const step = fc.oneof({ weight: 20, arbitrary: anyStep }, { weight: 1, arbitrary: clockStep })
    await judgeAll('any', [step, { flagsDeadlineMs: fc.constantFrom(undefined, undefined, 2_000) }], expectEverything)
  },
  PATIENCE_MS,
)

it(
  'events are stored with the right user while one token belongs to several people in turn and answers are late',
  () => judgeAll('support', [supportStep], expectEverything),
  PATIENCE_MS,
)

it(
  'events are stored with the right user and flags while a token is renewed again and again and answers are late',
  () => judgeAll('renewal', [renewalStep], expectEverything),
  PATIENCE_MS,
)

it(
  'a disk that is full or hangs loses no event without counting it, and makes no event untrue',
  async () => {
    const step = fc.oneof({ weight: 10, arbitrary: anyStep }, { weight: 1, arbitrary: diskStep })
    await judgeAll('illDisk', [step], (history, played) => {
      const arrived = namesOf(played.world.stored.values())
      expect(new Set(arrived).size).toBe(arrived.length)
      expect(trackedIn(played).length - arrived.length).toBeLessThanOrEqual(played.losable)
      expectTruth(history, played)
      expectTrueLives(played)
      expectTrueScript(played)
    })
  },
  PATIENCE_MS,
)

it(
  'each event beyond the budget is reported as dropped, and the events that arrive are true',
  async () => {
    const limits = { maxBytes: fc.constantFrom(600, 1_500) }
    await judgeAll('budget', [fc.oneof(anyStep, slowCollectorStep), limits], (history, played) => {
      const { world, pages } = played
      const seen = pages.flatMap(({ page }) => [...page.lives.values()].flat())
      const idOf = new Map(seen.flatMap(({ name, id }) => (name === undefined ? [] : [[name, id]])))
      for (const { name } of trackedIn(played)) {
        const id = idOf.get(name) ?? ''
        const steps = stepsOf(played, id)
        const drop = steps.findIndex(({ step, reason }) => step === 'dropped' && reason === 'over-budget')
        expect([name, world.stored.has(id) || drop >= 0]).toEqual([name, true])
        // An event may arrive although it was dropped, if it was under way to the collector then.
        const before = steps.slice(0, Math.max(drop, 0)).filter(({ destination }) => destination === 'collector')
        const isEverywhere = world.stored.has(id) && world.handed.some(({ event }) => event.id === id)
        if (staysOpen(history) && before.at(-1)?.step !== 'sent')
          expect([name, drop >= 0 && isEverywhere]).toEqual([name, false])
      }
      expectTruth(history, played)
      expectTrueLives(played)
      expectTrueScript(played)
    })
  },
  PATIENCE_MS,
)

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectNoFalseExposures } from './truthExposure.suite.ts'
import { expectTrueLives, expectTrueScript, expectTruth, stepsOf, trackedIn } from './truthJudge.suite.ts'
import { expectEverything, expectNothingLostUncounted, judgeAll, PATIENCE_MS, staysOpen } from './truthRun.suite.ts'
import { anyStep, clockStep, diskStep, renewalStep, slowCollectorStep, supportStep } from './truthStep.suite.ts'

it(
  'each event is stored once, with the user who was signed in and the flags that were in force when it was tracked',
  async () => {
    const limits = { flagsDeadlineMs: fc.constantFrom(undefined, undefined, 2_000) }
    const step = fc.oneof({ weight: 20, arbitrary: anyStep }, { weight: 1, arbitrary: clockStep })
    await judgeAll({ name: 'any', histories: 25, step, limits }, expectEverything)
  },
  PATIENCE_MS,
)

it(
  'events are stored with the right user while one token belongs to several people in turn and answers are late',
  () => judgeAll({ name: 'support', histories: 13, step: supportStep }, expectEverything),
  PATIENCE_MS,
)

it(
  'events are stored with the right user and flags while a token is renewed again and again and answers are late',
  () => judgeAll({ name: 'renewal', histories: 13, step: renewalStep }, expectEverything),
  PATIENCE_MS,
)

it(
  'a disk that is full or hangs loses no event without counting it, and makes no event untrue',
  async () => {
    const step = fc.oneof({ weight: 10, arbitrary: anyStep }, { weight: 1, arbitrary: diskStep })
    await judgeAll({ name: 'ill disk', histories: 13, step }, expectNothingLostUncounted)
  },
  PATIENCE_MS,
)

it(
  'each event beyond the budget is reported as dropped, and the events that arrive are true',
  async () => {
    const limits = { maxBytes: fc.constantFrom(600, 1_500) }
    const any = fc.oneof(anyStep, slowCollectorStep)
    await judgeAll({ name: 'budget', histories: 10, step: any, limits }, (history, played) => {
      const { world, pages } = played
      const seen = pages.flatMap(({ page }) => [...page.lives.values()].flat())
      const idOf = new Map(seen.flatMap(({ name, id }) => (name === undefined ? [] : [[name, id]])))
      for (const { name } of trackedIn(played)) {
        const id = idOf.get(name) ?? ''
        const steps = stepsOf(played, id)
        const drop = steps.findIndex(({ step, reason }) => step === 'dropped' && reason === 'over-budget')
        expect([name, world.stored.has(id) || drop >= 0]).toEqual([name, true])
        // An event may arrive although it was dropped, if it was under way to the collector then.
        // What another page is told in that moment, the page that drops the event cannot know.
        const before = steps
          .slice(0, Math.max(drop, 0))
          .filter(({ destination, order }) => destination === 'collector' && order !== steps[drop]?.order)
        const isEverywhere = world.stored.has(id) && world.handed.some(({ event }) => event.id === id)
        if (staysOpen(history) && before.at(-1)?.step !== 'sent')
          expect([name, drop >= 0 && isEverywhere]).toEqual([name, false])
      }
      expectTruth(history, played)
      expectTrueLives(played)
      expectTrueScript(played)
      expectNoFalseExposures(played)
    })
  },
  PATIENCE_MS,
)

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { ProgressStep } from '../core/model/progress.ts'
import { live, type History } from './truthHistory.suite.ts'
import { isSame } from './truthModel.suite.ts'
import type { Seen } from './truthPage.suite.ts'
import { anyStep, clockStep, diskStep, slowCollectorStep, supportStep, type Step } from './truthStep.suite.ts'

/** Histories in `npm test`, in all tests of this file together: they take about 8 s on an idle core. */
const HISTORIES = 660

/**
 * The same histories each time: more of them are those and others. Another seed makes other histories; a failure prints the seed
 * and the path to the shortest history that fails.
 */
const { MODEL_RUNS = HISTORIES, MODEL_SEED = 9 } = process.env
const PATIENCE_MS = 60_000 + 500 * Number(MODEL_RUNS)
const runs = (percent: number) => ({
  numRuns: Math.ceil((Number(MODEL_RUNS) * percent) / 100),
  seed: Number(MODEL_SEED),
})

type Lived = Awaited<ReturnType<typeof live>>

const historyOf = (step: fc.Arbitrary<Step>, limits: Partial<Record<keyof History, fc.Arbitrary<unknown>>> = {}) =>
  fc.record({ steps: fc.array(step, { maxLength: 25 }), ...limits }) as fc.Arbitrary<History>

const tracked = (events: Iterable<AnalyticsEvent>) => [...events].filter(({ name }) => !name.startsWith('Load'))
const ascending = (names: readonly string[]) => [...names].sort((a, b) => Number(a) - Number(b))
const seenOf = ({ pages }: Lived, id: string): Seen[] => pages.flatMap(({ page }) => page.lives.get(id) ?? [])

/** Each event that has arrived is one that happened, with the identity and the flags that the model wants, in each copy. */
function expectTruth({ world, truths }: Lived) {
  for (const { name, identity, properties } of tracked([...world.copies, ...world.handed.map(({ event }) => event)])) {
    const outcome = { identity, plan: properties['LDFF: plan'] }
    expect({ name, outcomes: truths.get(name)?.outcomes }).toEqual({
      name,
      outcomes: expect.arrayContaining([outcome]) as unknown,
    })
  }
}

/** What an observer sees of an event: in this order, whatever is repeated. An exit sends what is not stored yet. */
const LIFE: readonly ProgressStep[] = ['happened', 'held', 'stamped', 'sent', 'acknowledged']

function expectTrueLives({ pages, world }: Lived) {
  for (const { page } of pages) {
    for (const [id, seen] of page.lives) {
      const steps = seen.filter(({ destination = 'collector' }) => destination === 'collector').map(({ step }) => step)
      // Two tabs may hold the same draft: what the other one has stamped, this one may send before it comes to its own.
      const isShared = pages.some((other) => other.page !== page && other.page.lives.get(id)?.some(isStamp))
      const firsts = LIFE.filter((step) => !isShared || step !== 'stamped').map((step) => steps.indexOf(step))
      const known = firsts.filter((index) => index >= 0)
      expect([id, known]).toEqual([id, [...known].sort((a, b) => a - b)])
      for (const once of LIFE.slice(0, 3)) expect(steps.filter((step) => step === once).length).toBeLessThan(2)
      if (steps.includes('acknowledged')) expect(world.stored.has(id)).toBe(true)
    }
  }
}

const isStamp = ({ step }: Seen) => step === 'stamped'

/**
 * Those of one page arrive, at each destination, in the order in which they happened. What another page completes comes
 * when that page may complete it: in order among those of which as much was known.
 */
function expectOrder({ pages, truths }: Lived, events: readonly AnalyticsEvent[]) {
  const kindOf = (name: string) => {
    const { wasFound = false, known = 'unknown' } = truths.get(name) ?? {}
    return JSON.stringify(wasFound && known)
  }
  for (const { page } of pages) {
    const names = tracked(events).flatMap(({ name }) => (page.tracked.includes(name) ? [name] : []))
    for (const kind of new Set(names.map(kindOf))) {
      const ofKind = names.filter((name) => kindOf(name) === kind)
      expect(ofKind).toEqual(ascending(ofKind))
    }
  }
}

/** The script has each once, under the name it was told; or somebody else was there, which is said. */
function expectHandedOverOnce(lived: Lived) {
  const { world } = lived
  for (const { event, to } of world.handed) expect([event.name, to]).toEqual([event.name, event.identity])
  for (const event of world.stored.values()) {
    const drops = seenOf(lived, event.id).filter(
      ({ step, destination }) => step === 'dropped' && destination === 'script',
    )
    const handed = world.handed.filter(({ event: { id } }) => id === event.id).length
    expect([event.name, handed + drops.length]).toEqual([event.name, 1])
    for (const { present } of drops)
      expect([event.name, present && isSame(present, event.identity)]).not.toEqual([event.name, true])
  }
}

/** At the collector, what is under way when a page ends, or was refused, may come after what followed it. */
const keepsOrder = ({ steps }: History) =>
  !steps.some(
    (step) => step.do === 'break' && step.what === 'collector' && ['hangs', 'refuses', 'wants less'].includes(step.how),
  )

/** What an exit hands over may arrive though it is given up: nobody hears the answer. */
const staysOpen = ({ steps }: History) => !steps.some(({ do: what }) => ['leave', 'crash', 'hide'].includes(what))

/** Then nothing is sent twice either. */
const nothingFails = ({ steps }: History) =>
  !steps.some(({ do: what }) => ['break', 'leave', 'crash', 'hide', 'open tab'].includes(what))

/** Each event is stored once, and what is so of each is true. */
function expectEverything(history: History, lived: Lived) {
  const { world, truths } = lived
  expect(ascending(tracked(world.stored.values()).map(({ name }) => name))).toEqual([...truths.keys()])
  expectTruth(lived)
  expectTrueLives(lived)
  expectHandedOverOnce(lived)
  const handed = world.handed.map(({ event }) => event)
  expectOrder(lived, handed)
  if (nothingFails(history)) expect(world.copies.length).toBe(world.stored.size)
  if (keepsOrder(history)) expectOrder(lived, [...world.stored.values()])
}

it(
  'every event is stored once, with the user and the flags at the time when it happened',
  async () => {
    const step = fc.oneof({ weight: 20, arbitrary: anyStep }, { weight: 1, arbitrary: clockStep })
    const histories = historyOf(step, { flagsDeadlineMs: fc.constantFrom(undefined, undefined, 2_000) })
    await fc.assert(
      fc.asyncProperty(histories, async (history) => expectEverything(history, await live(history))),
      runs(52),
    )
  },
  PATIENCE_MS,
)

it(
  'every event is stored once, with its own user, while several users impersonate the same customer and answers are late',
  async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(supportStep), async (history) => expectEverything(history, await live(history))),
      runs(12),
    )
  },
  PATIENCE_MS,
)

it(
  'on a disk that is full or hangs, every lost event is counted, and every stored one has its own user and flags',
  async () => {
    const step = fc.oneof({ weight: 10, arbitrary: anyStep }, { weight: 1, arbitrary: diskStep })
    await fc.assert(
      fc.asyncProperty(historyOf(step), async (history) => {
        const lived = await live(history)
        const { world, truths, losable } = lived
        const arrived = tracked(world.stored.values()).map(({ name }) => name)
        expect(new Set(arrived).size).toBe(arrived.length)
        expect(truths.size - arrived.length).toBeLessThanOrEqual(losable)
        expectTruth(lived)
        expectTrueLives(lived)
        for (const { event, to } of world.handed) expect([event.name, to]).toEqual([event.name, event.identity])
      }),
      runs(18),
    )
  },
  PATIENCE_MS,
)

it(
  'over the storage budget, every event that is given up is reported, and every stored one has its own user and flags',
  async () => {
    const step = fc.oneof(anyStep, slowCollectorStep)
    await fc.assert(
      fc.asyncProperty(historyOf(step, { maxBytes: fc.constantFrom(600, 1_500) }), async (history) => {
        const lived = await live(history)
        const { world, truths, pages } = lived
        const seen = pages.flatMap(({ page }) => [...page.lives.values()].flat())
        const idOf = new Map(seen.flatMap(({ name, id }) => (name === undefined ? [] : [[name, id]])))
        for (const name of truths.keys()) {
          const id = idOf.get(name) ?? ''
          const isGivenUp = seenOf(lived, id).some(
            ({ step: is, reason }) => is === 'dropped' && reason === 'over-budget',
          )
          expect([name, world.stored.has(id) || isGivenUp]).toEqual([name, true])
          const isEverywhere = world.stored.has(id) && world.handed.some(({ event }) => event.id === id)
          if (staysOpen(history)) expect([name, isGivenUp && isEverywhere]).toEqual([name, false])
        }
        expectTruth(lived)
        expectTrueLives(lived)
      }),
      runs(18),
    )
  },
  PATIENCE_MS,
)

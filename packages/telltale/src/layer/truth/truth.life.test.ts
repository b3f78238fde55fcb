import fc from 'fast-check'
import { it } from 'vitest'
import { expectEverything, expectNothingLostUncounted, judgeAll, PATIENCE_MS } from './truthRun.suite.ts'
import {
  anyStep,
  blockedStep,
  cacheStep,
  clockStep,
  neighbourStep,
  refreshStep,
  releaseStep,
  renewalStep,
  sessionStep,
  sleepStep,
  supportStep,
  type Step,
} from './truthStep.suite.ts'

// What happens to pages beside what their users and the services do: machines sleep, pages rest in a cache, releases come.

const mix = (...choices: [weight: number, arbitrary: fc.Arbitrary<Step>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const HALF_A_DAY = { absenceMs: fc.constant(43_200_000) }

it(
  'each event is stored once and is true when the machine sleeps for an hour or a day',
  () => judgeAll({ name: 'sleep', histories: 4, step: mix([8, anyStep], [1, sleepStep]) }, expectEverything),
  PATIENCE_MS,
)

it(
  'each event is stored once and is true when pages go to the back/forward cache and come back',
  () =>
    judgeAll(
      { name: 'cache', histories: 4, step: mix([4, anyStep], [2, supportStep], [3, cacheStep]) },
      expectEverything,
    ),
  PATIENCE_MS,
)

it(
  'each event is stored once and is true when the application asks again at any moment',
  () =>
    judgeAll(
      { name: 'refresh', histories: 4, step: mix([3, anyStep], [1, supportStep], [2, refreshStep]) },
      expectEverything,
    ),
  PATIENCE_MS,
)

it(
  'each event is stored once and is true when tokens are known late, promised or not to be had',
  () =>
    judgeAll(
      {
        name: 'tokens',
        histories: 4,
        step: mix([3, anyStep], [1, supportStep], [1, renewalStep], [1, refreshStep], [3, sessionStep]),
      },
      expectEverything,
    ),
  PATIENCE_MS,
)

it(
  'each event reaches the collector of its own deployment only while tabs of several ones are open',
  () =>
    judgeAll(
      {
        name: 'deployments',
        histories: 4,
        step: mix([3, anyStep], [5, neighbourStep], [1, cacheStep]),
        limits: HALF_A_DAY,
      },
      expectEverything,
    ),
  PATIENCE_MS,
)

it(
  'each event is stored once and is true while releases add and move a collector',
  () =>
    judgeAll(
      { name: 'releases', histories: 4, step: mix([4, anyStep], [3, releaseStep], [1, sleepStep]) },
      expectEverything,
    ),
  PATIENCE_MS,
)

it(
  'no event is lost uncounted or made untrue by a full disk while who-am-i fails and pages end',
  () =>
    judgeAll(
      { name: 'blocked', histories: 4, step: mix([2, anyStep], [4, blockedStep], [1, cacheStep], [1, refreshStep]) },
      expectNothingLostUncounted,
    ),
  PATIENCE_MS,
)

it(
  'no event is lost uncounted or made untrue by all of this together',
  () =>
    judgeAll(
      {
        name: 'all together',
        histories: 4,
        step: mix(
          [8, anyStep],
          [2, supportStep],
          [1, sleepStep],
          [2, cacheStep],
          [2, refreshStep],
          [2, sessionStep],
          [2, neighbourStep],
          [1, releaseStep],
          [2, blockedStep],
          [1, clockStep],
        ),
      },
      expectNothingLostUncounted,
    ),
  PATIENCE_MS,
)

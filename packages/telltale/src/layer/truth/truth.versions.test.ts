import fc from 'fast-check'
import { expect, it } from 'vitest'
// @ts-expect-error -- It has no types: it is what a page of that version has loaded.
import * as before from '../../../versions/565656cf.mjs'
import { expectAllStored, expectOwnCollector, namesOf, trackedIn } from './truthJudge.suite.ts'
import type { Library } from './truthPage.suite.ts'
import { play } from './truthHistory.suite.ts'
import { judgeAll, PATIENCE_MS, type Judge } from './truthRun.suite.ts'
import { anyStep, deployStep, supportStep, visitorStep, type Step } from './truthStep.suite.ts'

// Old tabs stay open for days after a deployment, and deployments are rolled back. What the pages of two versions track in one browser is
// stored once. `scripts/keepVersion.mjs` has kept the version before.

const BEFORE = before as unknown as Library

const nothingLost: Judge = (_history, played) => {
  expectAllStored(played)
  expectOwnCollector(played)
  const arrived = namesOf(played.world.stored.values()).filter((name) => /^\d+$/.test(name))
  expect([...arrived].sort()).toEqual([...new Set(arrived)].sort())
  expect(arrived.length).toBe(trackedIn(played).length)
}

it.each<[what: string, step: fc.Arbitrary<Step>]>([
  ['anything happens', fc.oneof({ weight: 2, arbitrary: deployStep }, { weight: 3, arbitrary: anyStep })],
  ['support looks at the application', fc.oneof(deployStep, supportStep)],
  ['people sign in and out', fc.oneof(deployStep, visitorStep)],
])(
  'no event is lost or doubled between this version and the one before, while %s',
  (name, step) => {
    const limits = { before: fc.constant(BEFORE), hasVisitor: fc.boolean() }
    return judgeAll({ name: `two versions, ${name}`, histories: 15, step, limits }, nothingLost)
  },
  PATIENCE_MS,
)

it.each([
  ['this version', 'the version before'],
  ['the version before', 'this version'],
] as const)('what a page of %s has left is delivered, while %s is deployed and afterwards', async (one, other) => {
  const steps: Step[] = [
    { do: 'leave' },
    ...[{ do: 'deploy', what: one } as const, { do: 'break', what: 'collector', how: 'down' } as const],
    ...[{ do: 'open tab', as: 'ida' } as const, { do: 'track' } as const, { do: 'wait', ms: 300 } as const],
    ...[{ do: 'break', what: 'whoAmI', how: 'late' } as const, { do: 'sign in', as: 'otto', tracking: true } as const],
    ...[{ do: 'leave' } as const, { do: 'deploy', what: other } as const, { do: 'open tab', as: 'otto' } as const],
  ]
  const history = { steps, before: BEFORE }
  const played = await play(history)
  nothingLost(history, played)
  expect(played.pages.map(({ page }) => page.library === history.before)).toContain(true)
})

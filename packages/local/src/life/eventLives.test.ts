import { expect, test } from 'vitest'
import type { LifeStepName } from '../console/eventLife.ts'
import { eventLives } from './eventLives.ts'
import type { LifeReport } from './lifeReport.ts'

const report = (identity: string | null, ...steps: readonly LifeStepName[]): LifeReport => ({
  ...{ tab: 't1', page: '', app: '', flags: 'initialising', identity },
  steps: steps.map((step) => ({ id: 'a', step, at: 1 })),
})
const ownerAfter = (...reports: readonly LifeReport[]) => {
  const lives = eventLives()
  const announced: string[] = []
  lives.subscribe((changed) => announced.push(...changed.map(({ identity = '' }) => identity)))
  for (const one of reports) lives.told(one)
  return announced
}

test.each([
  ['waits', [report(null, 'happened', 'held')], ['']],
  ['waits while its page names nobody', [report(null, 'happened', 'held'), report(null)], ['']],
  ['waits until its page names a user', [report(null, 'happened', 'held'), report('u1')], ['', 'u1']],
  ['has its first user', [report(null, 'happened', 'held'), report('u1'), report('u2')], ['', 'u1']],
  ['stays without one', [report(null, 'happened', 'held', 'stamped'), report('u1')], ['']],
  ['of another page waits', [report(null, 'held'), { ...report('u1'), tab: 't2' }], ['']],
] as const)('an event that waits for its user %s', (_, reports, owners) => {
  expect(ownerAfter(...reports)).toEqual(owners)
})

import { expect, test } from 'vitest'
import type { LifeStepName } from '../protocol/eventLife.ts'
import { createEventLives } from './eventLives.ts'
import type { LifeReport } from './lifeReport.ts'

const NOBODY = { resolving: 'resolving', 'signed-out': 'signed-out', failed: 'failed' } as const

/** `who`: a user, or why there is none. */
const report = (who: string | null, ...steps: readonly LifeStepName[]): LifeReport => ({
  ...{ tab: 't1', page: '', app: '', flags: 'initialising' },
  ...(who !== null && who in NOBODY ? { identity: null, noUser: who as keyof typeof NOBODY } : { identity: who }),
  steps: steps.map((step) => ({ id: 'a', step, at: 1 })),
})
const remembered = (who: string, ...steps: readonly LifeStepName[]): LifeReport => ({
  ...report(who, ...steps),
  isRemembered: true,
})
const ownerAfter = (...reports: readonly LifeReport[]) => {
  const lives = createEventLives()
  const announced: string[] = []
  lives.subscribe((changed) => announced.push(...changed.map(({ identity, noUser = '' }) => identity ?? noUser)))
  for (const one of reports) lives.reported(one)
  return announced
}

test.each([
  ['waits', [report(null, 'happened', 'pending')], ['']],
  ['waits while its page names nobody', [report(null, 'happened', 'pending'), report(null)], ['']],
  ['waits until its page names a user', [report(null, 'happened', 'pending'), report('u1')], ['', 'u1']],
  ['has its first user', [report(null, 'happened', 'pending'), report('u1'), report('u2')], ['', 'u1']],
  ['stays without one', [report(null, 'happened', 'pending', 'completed'), report('u1')], ['']],
  [
    'learns that its page still asks, and then who it is',
    [report('resolving', 'pending'), report('u1')],
    ['resolving', 'u1'],
  ],
  ['learns that its page has failed', [report('resolving', 'pending'), report('failed')], ['resolving', 'failed']],
  ['gets the user of a page that had failed', [report('failed', 'pending'), report('u1')], ['failed', 'u1']],
  [
    'learns that nobody is signed in, for good',
    [report('resolving', 'pending'), report('signed-out'), report('u1')],
    ['resolving', 'signed-out'],
  ],
  ['has nobody for good', [report('signed-out', 'pending'), report('u1')], ['signed-out']],
  ['is not told again what is known', [report('resolving', 'pending'), report('resolving')], ['resolving']],
  ['keeps its user after a sign-out', [report('u1', 'happened'), report('signed-out', 'completed')], ['u1', 'u1']],
  [
    'keeps what it had when it was complete',
    [report('signed-out', 'completed'), report('u1', 'sent')],
    ['signed-out', 'signed-out'],
  ],
  [
    'waits while its user is only remembered from an earlier page, who may be another one',
    [remembered('u1', 'happened', 'pending'), remembered('u1'), report('u2')],
    ['resolving', 'u2'],
  ],
  ['of another page waits', [report(null, 'pending'), { ...report('u1'), tab: 't2' }], ['']],
] as const)('an event that waits for its user %s', (_, reports, owners) => {
  expect(ownerAfter(...reports)).toEqual(owners)
})

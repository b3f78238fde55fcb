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

test('an event has what its page has completed, and the destinations that it is for', () => {
  const lives = createEventLives()
  const event = { id: 'a', name: 'Quote sent', at: 1, url: '', properties: { total: 3 }, identity: { id: 'u1' } }
  lives.reported({
    ...report('u1'),
    destinations: ['heap', 'messenger'],
    steps: [{ id: 'a', step: 'completed', at: 1, destinations: ['heap'], event }],
  })
  lives.reported(report('u1', 'stored'))
  expect([...lives.all()]).toMatchObject([{ id: 'a', destinations: ['heap'], event }])
})

test('an event is kept by the page that reported it last, and was tracked by the first one', () => {
  const lives = createEventLives()
  lives.reported(report('u1', 'stored'))
  lives.reported({ ...report('u1', 'sent'), tab: 't2' })
  expect([...lives.all()]).toMatchObject([{ tab: 't1', keeper: 't2' }])
  lives.reported(report('u1', 'sent'))
  expect([...lives.all()]).toMatchObject([{ tab: 't1', keeper: 't1' }])
})

test('what an event has is kept only until the collector has it, which shows it then', () => {
  const lives = createEventLives()
  const event = { id: 'a', name: 'Quote sent', at: 1, url: '', properties: { total: 3 }, identity: { id: 'u1' } }
  lives.reported({ ...report('u1'), steps: [{ id: 'a', step: 'completed', at: 1, event }] })
  lives.collected(['a', 'unknown'])
  expect([...lives.all()]).toEqual([expect.not.objectContaining({ event: expect.anything() })])
  expect([...lives.all()]).toMatchObject([{ id: 'a', identity: 'u1', steps: [{ step: 'completed' }] }])
})

test.each([
  { id: 'b', name: 'n', at: 1, properties: {}, identity: {} },
  { id: 'a', name: 'n', at: 1, properties: [], identity: {} },
  { id: 'a', name: 'n', at: 1, properties: {} },
  { id: 'a', name: 7, at: 1, properties: {}, identity: {} },
  { id: 'a', name: 'n', at: 1, properties: { text: 'x'.repeat(64_000) }, identity: {} },
])('an event of a page that is none of the library is left out: %#', (event) => {
  const lives = createEventLives()
  lives.reported({ ...report('u1'), steps: [{ id: 'a', step: 'completed', at: 1, event }] })
  expect([...lives.all()][0]).not.toHaveProperty('event')
})

test('an event that is for none of the destinations of its page has no destination', () => {
  const lives = createEventLives()
  const steps = [{ id: 'a', step: 'completed' as const, at: 1, destinations: [] }]
  lives.reported({ ...report('u1'), destinations: ['messenger'], steps })
  expect([...lives.all()]).toMatchObject([{ hasNoDestination: true }])
})

test('keeps of a step that nobody confirms it', () => {
  const lives = createEventLives()
  const step = { step: 'acknowledged', at: 1, destination: 'segment', isUnconfirmed: true } as const
  lives.reported({ ...report('u1'), steps: [{ id: 'a', ...step }] })
  expect([...lives.all()].map(({ steps }) => steps)).toEqual([[step]])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JOIN } from '../tests/visitorBrowser.suite.ts'
import { expectEverything, expectNothingLostUncounted, judgeAll, PATIENCE_MS, type Judge } from './truthRun.suite.ts'
import {
  anyStep,
  cacheStep,
  clockStep,
  diskStep,
  neighbourStep,
  pairStep,
  refreshStep,
  sessionStep,
  sleepStep,
  supportStep,
  visitorStep,
  type Step,
} from './truthStep.suite.ts'
import { play } from './truthHistory.suite.ts'
import { expectTruthShown } from './truthJudge.suite.ts'
import { expectNoFalseVisitors, expectTrueVisitors } from './truthVisitor.suite.ts'

// The same histories with visitors: nobody is signed in for much of the time.

const mix = (...choices: [weight: number, arbitrary: fc.Arbitrary<Step>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const limits = { hasVisitor: fc.constant(true) }

const everything: Judge = (history, played) => {
  expectEverything(history, played)
  expectTrueVisitors(played)
}
const nothingFalse: Judge = (history, played) => {
  expectNothingLostUncounted(history, played)
  expectNoFalseVisitors(played)
}

it.each<[what: string, step: fc.Arbitrary<Step>]>([
  ['people sign in and out', mix([1, visitorStep])],
  ['anything else happens, too', mix([2, visitorStep], [2, anyStep])],
  ['support looks at the application', mix([3, visitorStep], [1, supportStep])],
  ['the application asks again at any moment', mix([3, visitorStep], [1, refreshStep])],
  ['pages rest in the back/forward cache', mix([3, visitorStep], [1, cacheStep])],
  ['tokens are known late', mix([3, visitorStep], [1, sessionStep])],
  ['two tabs sign in at one moment, and hear of each other late', mix([1, pairStep], [1, visitorStep])],
  ['clocks are set, and the machine sleeps', mix([6, visitorStep], [1, clockStep], [1, sleepStep])],
])(
  'each event has the visitor of its time, and no visitor is joined to two people, while %s',
  (name, step) => judgeAll({ name, histories: 10, step, limits }, everything),
  PATIENCE_MS,
)

it(
  'no event is lost uncounted, and no visitor is false, while the disk is full or hangs',
  () =>
    judgeAll(
      { name: 'visitors, ill disk', histories: 5, step: mix([4, visitorStep], [1, diskStep]), limits },
      nothingFalse,
    ),
  PATIENCE_MS,
)

it(
  'each event reaches its own collector with a visitor while tabs of several deployments are open',
  () =>
    judgeAll(
      { name: 'visitors, deployments', histories: 4, step: mix([3, visitorStep], [2, neighbourStep]), limits },
      (history, played) => {
        expectEverything(history, played)
        expectNoFalseVisitors(played)
      },
    ),
  PATIENCE_MS,
)

const out: Step = { do: 'log out' }
const track: Step = { do: 'track' }
const open: Step = { do: 'open tab' }
const pair = (...people: ['ida' | 'otto', 'ida' | 'otto']): Step => ({ do: 'sign in twice', people, lateMs: 100 })
const signIn = (as: 'ida' | 'otto' | 'sam as otto' | 'stranger' | 'nobody'): Step => ({ do: 'sign in', as })

// At the end of each history otto opens the application.
it.each<[what: string, joined: string[], ...steps: Step[]]>([
  ['nobody else signs in', ['otto'], out, track],
  ['one person signs in', ['ida'], out, track, signIn('ida'), track],
  [
    'two people sign in one after the other',
    ['ida', 'otto'],
    out,
    track,
    signIn('ida'),
    track,
    out,
    track,
    signIn('otto'),
  ],
  ['a customer is impersonated first', ['otto'], out, track, signIn('sam as otto'), track, signIn('ida'), out, track],
  ['who-am-i refuses the token', ['otto'], out, track, signIn('stranger'), track, out, track, signIn('otto'), track],
  [
    'two tabs are signed out',
    ['ida', 'otto'],
    ...[out, { do: 'open tab' } as const, track, signIn('ida'), { do: 'switch tab' } as const, track, signIn('otto')],
  ],
  ['the same person signs in in two tabs at one moment', ['ida'], out, open, track, pair('ida', 'ida'), track],
])('each visitor is joined to the right person when %s', async (_what, joined, ...steps) => {
  const history = { steps, hasVisitor: true }
  const played = await play(history, expectTruthShown)
  everything(history, played)
  const joins = [...played.world.stored.values()].filter(({ name }) => name === JOIN)
  expect(joins.map(({ identity }) => identity.id)).toEqual(joined)
})

it.each([0, 1, 100, 2_000])(
  'a visitor is joined to one person when two people sign in at one moment, and hear of each other after %i ms',
  async (lateMs) => {
    const steps: Step[] = [
      out,
      open,
      track,
      { do: 'switch tab' },
      track,
      { do: 'sign in twice', people: ['ida', 'otto'], lateMs },
    ]
    const history = { steps: [...steps, track, { do: 'switch tab' as const }, track], hasVisitor: true }
    const played = await play(history, expectTruthShown)
    everything(history, played)
    const joins = [...played.world.stored.values()].filter(({ name }) => name === JOIN)
    expect(joins).toHaveLength(1)
  },
)

it('a tab in which nobody is signed in delivers what it tracks when the application cannot say any more who is signed in', async () => {
  const steps: Step[] = [
    ...[{ do: 'open tab', as: 'nobody' } as const, { do: 'switch tab' } as const],
    ...[{ do: 'session', is: 'unknown' } as const, out, { do: 'leave' } as const],
    ...[{ do: 'hide', tracking: true } as const, { do: 'wait', ms: 300 } as const],
  ]
  const history = { steps, hasVisitor: true }
  everything(history, await play(history, expectTruthShown))
})

import fc from 'fast-check'
import { NEIGHBOURS, RELEASES, type Deployment } from './truthDeployments.suite.ts'
import { isOfSupport, PEOPLE, SERVICES, type Health, type Service, type Who, type World } from './truthWorld.suite.ts'

/** A step of a history. */
export type Step =
  | { do: 'track' | 'change flags' | 'switch tab' | 'come back' | 'log out' | 'block script' | 'load script' }
  /** `tracking`: in the application's own exit listener, or before a crash in the task that ends with it. */
  | { do: 'leave' | 'hide' | 'crash'; tracking?: boolean | undefined; refreshing?: boolean | undefined }
  /** The page goes to the back/forward cache. The latest one there comes back, or ends. */
  | { do: 'cache'; tracking?: boolean | undefined }
  | { do: 'uncache' | 'evict' }
  /** The application asks who-am-i with the token that it has, in the task in which it tracks an event. */
  | { do: 'refresh'; twice?: boolean | undefined; tracking?: 'before' | 'after' | undefined }
  /** The machine sleeps: no clock and no timer goes on, and then it is so much later. */
  | { do: 'sleep'; ms: number }
  | { do: 'session'; is: World['session'] }
  /** Another `renewal` is another token of the same person. The application asks who-am-i in any case. */
  | { do: 'sign in'; as: Who; renewal?: number | undefined; tracking?: boolean | undefined }
  /** With the token of the latest page unless `as` is given. */
  | { do: 'open tab'; as?: Who | undefined; renewal?: number | undefined; of?: Deployment | undefined }
  /** Support staff enter or leave a customer's view elsewhere: the next answer of who-am-i differs, with the same token. */
  | { do: 'impersonate'; as: Who }
  | { do: 'wait'; ms: number }
  | { do: 'break'; what: Service; how: Health }
  | { do: 'mend'; what: Service }
  /** Sends late answers: all, in the order of the requests, unless `which` is given. */
  | { do: 'answer'; which?: 'oldest' | 'newest' | undefined }
  | { do: 'set clock'; byMs: number }
  | { do: 'disk'; is: World['disk']['condition'] }
  /** Two tabs sign in at one moment. What either of them writes into the storage reaches the other one so much later. */
  | { do: 'sign in twice'; people: readonly [Who, Who]; lateMs: number }
  /** Pages that are opened from now on have this version of the library. Those that are open keep theirs. */
  | { do: 'deploy'; what: 'this version' | 'the version before' }
  /** What a page writes into the storage does not reach the other pages, until it does again. */
  | { do: 'storage'; isLate: boolean }

const MS = [0, 10, 300, 2_000, 30_000] as const
const BAD: readonly Health[] = ['down', 'lost', 'hangs', 'late', 'late']
const BAD_COLLECTOR: readonly Health[] = [...BAD, 'refuses', 'wants less']
const SUPPORT = PEOPLE.filter(isOfSupport)

const { oneof, constantFrom, record, constant, boolean, tuple } = fc
const renewal = constantFrom(1, 1, 2, 3)
const as = constantFrom(...PEOPLE)
type Weighted = [weight: number, arbitrary: fc.Arbitrary<Step>]
const weighted = (...choices: Weighted[]) => oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const often = (...steps: Step[]) => constantFrom(...steps)

const signIn = record({ do: constant('sign in' as const), as, renewal, tracking: boolean() })
const end = record({
  do: constantFrom('leave' as const, 'leave' as const, 'hide' as const, 'crash' as const),
  tracking: boolean(),
})
const openTab = record({
  do: constant('open tab' as const),
  as: oneof(constant(undefined), constant(undefined), as),
  renewal,
})
const breakUsers = record({
  do: constant('break' as const),
  what: constantFrom('whoAmI' as const, 'flags' as const),
  how: constantFrom(...BAD),
})
const breakFile = constantFrom('late' as const, 'late' as const, 'lost' as const).map((how): Step => ({
  do: 'break',
  what: 'file',
  how,
}))
const breakCollector = constantFrom(...BAD_COLLECTOR).map((how): Step => ({ do: 'break', what: 'collector', how }))
const answer = constantFrom(undefined, 'oldest' as const, 'newest' as const).map((which): Step => ({
  do: 'answer',
  which,
}))

export const anyStep: fc.Arbitrary<Step> = weighted(
  [8, constant<Step>({ do: 'track' })],
  [4, constantFrom(...MS).map((ms): Step => ({ do: 'wait', ms }))],
  [4, signIn],
  [3, end],
  [1, openTab],
  [2, often({ do: 'change flags' }, { do: 'switch tab' }, { do: 'come back' }, { do: 'log out' })],
  [2, breakUsers],
  [1, breakCollector],
  [1, breakFile],
  [3, constantFrom(...SERVICES).map((what): Step => ({ do: 'mend', what }))],
  [2, answer],
  [1, constantFrom(...SUPPORT).map((who): Step => ({ do: 'impersonate', as: who }))],
  [1, often({ do: 'block script' }, { do: 'load script' })],
)

export const clockStep = constantFrom(-3_600_000, -5_000, 5_000, 3_600_000).map((byMs): Step => ({
  do: 'set clock',
  byMs,
}))
export const diskStep = constantFrom('well', 'refuses', 'hangs').map((is): Step => ({ do: 'disk', is }))

const late: Step[] = [
  { do: 'break', what: 'whoAmI', how: 'late' },
  { do: 'break', what: 'whoAmI', how: 'late' },
  { do: 'break', what: 'flags', how: 'late' },
]
const mend: Step[] = [
  { do: 'mend', what: 'whoAmI' },
  { do: 'mend', what: 'flags' },
]

/** One token that belongs to several people one after another, and answers and lazy chunks that are late. */
export const supportStep: fc.Arbitrary<Step> = oneof(
  often(
    ...SUPPORT.flatMap((who): Step[] => [
      { do: 'sign in', as: who, tracking: true },
      { do: 'impersonate', as: who },
    ]),
  ),
  often(...late, ...mend),
  often(
    { do: 'break', what: 'file', how: 'late' },
    { do: 'break', what: 'file', how: 'late' },
    { do: 'mend', what: 'file' },
  ),
  answer,
  often({ do: 'track' }, { do: 'wait', ms: 300 }, { do: 'leave' }, { do: 'open tab' }, { do: 'open tab', as: 'ida' }),
)

/** One person whose token is renewed again and again, and answers that are late. */
export const renewalStep: fc.Arbitrary<Step> = oneof(
  often(...[1, 2, 3].map((number): Step => ({ do: 'sign in', as: 'ida', renewal: number, tracking: true }))),
  often({ do: 'sign in', as: 'otto' }, { do: 'log out' }, ...late, ...mend),
  answer,
  often(
    { do: 'track' },
    { do: 'track' },
    { do: 'change flags' },
    { do: 'wait', ms: 300 },
    { do: 'leave' },
    { do: 'crash' },
  ),
)

/** A batch is under way for long. */
export const slowCollectorStep = oneof(
  often({ do: 'track' }),
  often({ do: 'break', what: 'collector', how: 'late' }, { do: 'break', what: 'collector', how: 'lost' }),
  often({ do: 'answer' }, { do: 'mend', what: 'collector' }, { do: 'wait', ms: 300 }, { do: 'wait', ms: 2_000 }),
)

const HOUR_MS = 3_600_000
const someTracked: Step[] = [{ do: 'track' }, { do: 'track' }, { do: 'wait', ms: 300 }]

export const sleepStep = constantFrom(HOUR_MS, HOUR_MS, 24 * HOUR_MS, 26 * HOUR_MS).map((ms): Step => ({
  do: 'sleep',
  ms,
}))

/** Pages that go to the back/forward cache and come back, in any state. */
export const cacheStep = oneof(
  often({ do: 'cache' }, { do: 'cache', tracking: true }),
  often({ do: 'uncache' }, { do: 'uncache' }, { do: 'uncache' }, { do: 'evict' }),
)

/** The application asks again in the middle of everything. */
export const refreshStep = oneof(
  record({
    do: constant('refresh' as const),
    twice: boolean(),
    tracking: constantFrom('before' as const, 'after' as const, undefined),
  }),
  record({ do: constantFrom('leave' as const, 'hide' as const), tracking: boolean(), refreshing: constant(true) }),
)

/** The application cannot always say who is signed in. */
export const sessionStep = oneof(
  often(
    { do: 'session', is: 'ready' },
    { do: 'session', is: 'ready' },
    { do: 'session', is: 'unknown' },
    { do: 'session', is: 'late' },
    { do: 'session', is: 'fails' },
  ),
  often({ do: 'wait', ms: 2_000 }, ...someTracked),
)

const openOneOf = (deployments: readonly Deployment[]) =>
  constantFrom(...deployments).map((of): Step => ({ do: 'open tab', of }))

/** Several deployments of the application in one browser, and tabs of them that are open at once. */
export const neighbourStep = oneof(
  openOneOf(NEIGHBOURS),
  often(...someTracked, { do: 'switch tab' }),
  oneof(breakCollector, constant<Step>({ do: 'mend', what: 'collector' })),
)

/** Releases that add a collector and move it, while tabs of older ones are open. */
export const releaseStep = oneof(
  openOneOf(RELEASES),
  often(...someTracked, { do: 'switch tab' }),
  oneof(breakCollector, constant<Step>({ do: 'mend', what: 'collector' })),
)

/** A disk that is full while who-am-i fails. */
export const blockedStep = oneof(
  diskStep,
  breakUsers,
  often({ do: 'mend', what: 'whoAmI' }, ...late, { do: 'answer' }),
  often(...someTracked, { do: 'leave' }, { do: 'hide', tracking: true }, { do: 'come back' }, { do: 'open tab' }),
)

const nobody: Step[] = [
  { do: 'log out' },
  { do: 'sign in', as: 'nobody', tracking: true },
  { do: 'open tab', as: 'nobody' },
]

/** Deployments of this version and of the one before, which may be rolled back, while tabs of both are open. */
export const deployStep: fc.Arbitrary<Step> = oneof(
  often({ do: 'deploy', what: 'this version' }, { do: 'deploy', what: 'the version before' }),
  often({ do: 'open tab' }, { do: 'leave' }, { do: 'crash' }, { do: 'switch tab' }, { do: 'switch tab' }),
  often(...someTracked),
)

const signInTwice = record({
  do: constant('sign in twice' as const),
  people: tuple(
    constantFrom('ida' as const, 'otto' as const),
    constantFrom('ida' as const, 'otto' as const, 'sam as ida' as const),
  ),
  lateMs: constantFrom(0, 1, 100, 2_000),
})

/** Several tabs, in which people sign in and out at one moment, while what one of them writes reaches the others late. */
export const pairStep: fc.Arbitrary<Step> = weighted(
  [3, signInTwice],
  [3, often(...nobody)],
  [3, often({ do: 'track' }, { do: 'track' }, { do: 'switch tab' }, { do: 'wait', ms: 300 })],
  [1, often({ do: 'storage', isLate: true }, { do: 'storage', isLate: false }, { do: 'storage', isLate: false })],
  [1, often({ do: 'open tab' }, { do: 'leave' }, { do: 'crash' })],
  [1, often(...late, ...mend)],
  [1, answer],
)

/** Nobody is signed in, people sign in and out one after the other, and tabs and pages come and go meanwhile. */
export const visitorStep: fc.Arbitrary<Step> = weighted(
  [4, often(...nobody)],
  [4, constant<Step>({ do: 'track' })],
  [3, signIn],
  [1, often({ do: 'sign in', as: 'ida', tracking: true }, { do: 'sign in', as: 'otto', tracking: true })],
  [2, end],
  [1, openTab],
  [2, often({ do: 'switch tab' }, { do: 'wait', ms: 300 }, { do: 'wait', ms: 30_000 })],
  [
    1,
    often(...late, ...mend, { do: 'break', what: 'whoAmI', how: 'down' }, { do: 'break', what: 'file', how: 'late' }),
  ],
  [1, often({ do: 'mend', what: 'whoAmI' }, { do: 'mend', what: 'file' })],
  [1, answer],
)

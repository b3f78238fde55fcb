import fc from 'fast-check'
import type { Health } from 'stage/collector'
import type { Version } from './page/startTruthPage.ts'
import { SUPPORT, type Condition } from './userServices.ts'

/** A step of a history. `tab` chooses one of the open tabs, `count` says how many events are tracked. */
export type Step =
  | { do: 'open' }
  | { do: 'sign in'; tab: number; as: string; renewal: number; before: number; after: number }
  /** Two tabs in which nobody is signed in get a token each, at one moment or almost. */
  | { do: 'pair'; tab: number; as: readonly [string, string]; apartMs: number; count: number }
  | { do: 'sign out'; tab: number; before: number; after: number }
  /** The support user begins to look at the application as a customer, or ends that. */
  | { do: 'impersonate'; tab: number; customer: string | undefined; after: number }
  | { do: 'refresh'; tab: number }
  /** The next answer of who-am-i names another company. */
  | { do: 'change company'; user: string; tab: number; isHeard: boolean }
  | { do: 'track'; tab: number; count: number; apartMs: number }
  | { do: 'change flags'; user: string }
  | { do: 'leave'; tab: number; count: number; returns: 'by link' | 'by button' }
  | { do: 'reload' | 'close'; tab: number }
  | { do: 'crash'; tab: number; count: number }
  | { do: 'whoAmI' | 'flags'; is: Condition }
  | { do: 'collector'; is: Health }
  | { do: 'network'; is: 'offline' | 'online' }
  /** Pages that load from now on have this version of the library. Those that are open keep theirs. */
  | { do: 'deploy'; what: Version }
  | { do: 'wait'; ms: number }

const { constant, constantFrom, integer, record, tuple } = fc
const tab = integer({ min: 0, max: 11 })
const some = constantFrom(0, 0, 1, 3)
const many = constantFrom(1, 2, 5, 10, 20)
const user = constantFrom('ida', 'otto', SUPPORT)
const flagsUser = constantFrom('ida', 'otto', SUPPORT, 'sam as ida', 'sam as otto', 'anonymous')

/** What can happen to one version of the library. */
export const choices: readonly { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 10, arbitrary: record({ do: constant('track'), tab, count: many, apartMs: constantFrom(0, 0, 20, 150) }) },
  {
    weight: 5,
    arbitrary: record({
      ...{ do: constant('sign in'), tab, as: user },
      ...{ renewal: integer({ min: 1, max: 3 }), before: some, after: some },
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      ...{ do: constant('pair'), tab, count: constantFrom(0, 1, 2) },
      as: tuple(constantFrom('ida', 'otto'), constantFrom('ida', 'otto')),
      apartMs: constantFrom(0, 0, 20, 100),
    }),
  },
  { weight: 1, arbitrary: record({ do: constant('sign out'), tab, before: some, after: some }) },
  {
    weight: 2,
    arbitrary: record({
      ...{ do: constant('impersonate'), tab, after: some },
      customer: constantFrom('ida', 'otto', undefined),
    }),
  },
  { weight: 2, arbitrary: record({ do: constant('refresh'), tab }) },
  { weight: 3, arbitrary: record({ do: constant('change flags'), user: flagsUser }) },
  {
    weight: 2,
    arbitrary: record({ do: constant('change company'), user, tab, isHeard: constantFrom(true, true, false) }),
  },
  { weight: 2, arbitrary: constant({ do: 'open' }) },
  {
    weight: 2,
    arbitrary: record({ do: constant('leave'), tab, count: some, returns: constantFrom('by link', 'by button') }),
  },
  { weight: 2, arbitrary: record({ do: constantFrom('reload', 'close'), tab }) },
  { weight: 1, arbitrary: record({ do: constant('crash'), tab, count: some }) },
  {
    weight: 4,
    arbitrary: record({
      do: constantFrom('whoAmI', 'flags'),
      is: constantFrom('slow', 'failing', 'hanging', 'well', 'well', 'well'),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      do: constant('collector'),
      is: constantFrom('unavailable', 'hanging', 'silent', 'resetting', 'healthy', 'healthy', 'healthy'),
    }),
  },
  { weight: 1, arbitrary: record({ do: constant('network'), is: constantFrom('offline', 'online', 'online') }) },
  { weight: 6, arbitrary: record({ do: constant('wait'), ms: constantFrom(0, 50, 300, 1_000, 4_000) }) },
]

const history = fc.array(fc.oneof(...choices), { minLength: 15, maxLength: 40, size: 'max' })

/** The history of a seed. */
export const historyOf = (seed: number): readonly Step[] =>
  fc.sample(history, { seed, numRuns: 1, unbiased: true })[0] ?? []

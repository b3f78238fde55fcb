import type { Choices } from './consentFates.suite.ts'
import type { Scope } from './consentScope.suite.ts'
import type { Who } from './consentPage.suite.ts'
import { purposes } from './consentWorld.suite.ts'

type Each<Do extends string, Rest> = Do extends string ? { readonly do: Do } & Rest : never

/** `page` counts the open pages, from the oldest one, and begins again after the newest. `atOnce`: the next step follows in the same moment. */
export type Step = { readonly atOnce?: boolean } & (
  | { readonly do: 'track'; readonly page: number; readonly count: number; readonly isSecret?: boolean }
  | { readonly do: 'set'; readonly page: number; readonly choices: Choices }
  | Each<'withdraw' | 'forget' | 'hide' | 'load chunk' | 'sleep', { readonly page: number }>
  | { readonly do: 'decide twice'; readonly page: number; readonly choices: readonly [Choices, Choices] }
  | { readonly do: 'open'; readonly who: Who; readonly isLate?: boolean }
  | { readonly do: 'end'; readonly page: number; readonly how: 'leave' | 'crash' }
  | { readonly do: 'be'; readonly page: number; readonly who: Exclude<Who, undefined> }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'server'; readonly name: 'collector' | 'partner'; readonly state: 'up' | 'down' | 'slow' }
  | Each<'storage' | 'database', { readonly state: 'well' | 'refuses' }>
  | { readonly do: 'set clock'; readonly ms: number }
  | { readonly do: 'deploy' }
)

export const PERSONS = ['ida-4711', 'otto-0815']
const WHO: readonly Who[] = [...PERSONS, ...PERSONS, null, null, `sam as ${PERSONS[0]}`, `sam as ${PERSONS[1]}`]

/** Mulberry32: the same numbers for the same seed. */
function chances(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Steps with so many events, the same for the same seed. */
export function stepsFrom(seed: number, events: number, scope: Scope): Step[] {
  const chance = chances(seed)
  const below = (count: number) => Math.floor(chance() * count)
  const oneOf = <One>(all: readonly One[]): One => all[below(all.length)] as One
  const page = () => below(3)
  const anyChoices = (): Choices => {
    const some = purposes.filter(() => below(2) === 0)
    return Object.fromEntries((some.length > 0 ? some : [oneOf(purposes)]).map((one) => [one, below(3) > 0]))
  }
  const choicesLike = (given: Choices): Choices =>
    scope.simultaneousPurposes
      ? anyChoices()
      : Object.fromEntries(Object.keys(given).map((one) => [one, below(2) === 0]))

  const kinds: readonly (readonly [weight: number, make: () => Step])[] = [
    [24, () => ({ do: 'track', page: page(), count: 1 + below(4), isSecret: below(4) === 0, atOnce: below(3) === 0 })],
    [10, () => ({ do: 'set', page: page(), choices: anyChoices(), atOnce: below(6) === 0 })],
    [2, () => ({ do: 'withdraw', page: page() })],
    [
      3,
      () => {
        const first = anyChoices()
        return { do: 'decide twice', page: page(), choices: [first, choicesLike(first)] }
      },
    ],
    [7, () => ({ do: 'open', who: below(4) === 0 ? undefined : oneOf(WHO), isLate: below(5) === 0 })],
    [6, () => ({ do: 'end', page: page(), how: below(2) === 0 ? 'leave' : 'crash' })],
    [7, () => ({ do: 'be', page: page(), who: oneOf(WHO) ?? null })],
    [12, () => ({ do: 'wait', ms: oneOf([10, 1_000, 3_000, 20_000, 70_000]) })],
    [5, () => ({ do: 'server', name: oneOf(['collector', 'partner']), state: oneOf(['up', 'up', 'down', 'slow']) })],
    [2, () => ({ do: 'storage', state: oneOf(['well', 'well', 'refuses']) })],
    [scope.databaseRefuses ? 2 : 0, () => ({ do: 'database', state: oneOf(['well', 'well', 'refuses']) })],
    [2, () => ({ do: 'set clock', ms: oneOf([-3_600_000, -5_000, 60_000]) })],
    [2, () => ({ do: 'forget', page: page() })],
    [2, () => ({ do: 'hide', page: page() })],
    [2, () => ({ do: 'load chunk', page: page() })],
    [1, () => ({ do: 'sleep', page: page() })],
    [1, () => ({ do: 'deploy' })],
  ]
  const whole = kinds.reduce((sum, [weight]) => sum + weight, 0)
  const steps: Step[] = []
  for (let tracked = 0; tracked < events;) {
    let rest = below(whole)
    const [, make] = kinds.find(([weight]) => (rest -= weight) < 0) ?? kinds[0] ?? []
    const step = make?.()
    if (!step) break
    if (step.do === 'track') tracked += step.count
    steps.push(step)
  }
  return steps
}

/** Some histories have settings that allow a purpose, and some applications have tokens. */
export const kindsOfHistory = (seed: number) => ({
  hasTokens: seed % 4 === 0,
  ...(seed % 3 === 0 && { initial: { monitoring: true } }),
})

/** The seeds, each with its number of events; or the history that `TELLTALE_SEED` and `TELLTALE_EVENTS` name. */
export function replayed(seeds: readonly number[], events: number): (readonly [seed: number, events: number])[] {
  const count = Number(process.env['TELLTALE_EVENTS'] ?? events)
  const seed = process.env['TELLTALE_SEED']
  return (seed === undefined ? seeds : [Number(seed)]).map((one) => [one, count] as const)
}

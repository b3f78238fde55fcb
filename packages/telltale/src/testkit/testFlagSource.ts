import { freezeDeep, sameJson } from '../core/lib/json.ts'
import type { UserContext } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { CreateFlagSource, FlagAnswer, FlagChanges, FlagSource } from '../flags/flagSource.ts'
import { until } from '../testing/until.ts'
import type { ContractTest } from './contractTest.ts'

/** A source, and its service under control of the test. */
export interface FlagSourceOnTest {
  /** As in the options of `flagSource`. */
  create: CreateFlagSource
  /** Sets the values that the service has from now on for the context with this key. */
  serve(key: string, values: Readonly<Record<string, Json>>): void
  /** Sets how the service behaves from now on. `hangs`: it does not answer. */
  behave(how: 'well' | 'fails' | 'hangs'): void
  /** Lets time pass until a source that is followed has noticed a change. For a source without `follow` it is not called. */
  pass?(): Promise<void>
}

/** How long to wait for what must come, and for what must not come, in milliseconds. */
const PATIENCE_MS = 500
const SILENCE_MS = 50

const ANN: UserContext = freezeDeep({ kind: 'user', key: 'ann', plan: { name: 'pro' } })
const BOB: UserContext = freezeDeep({ kind: 'user', key: 'bob' })

/**
 * The checks that a source of `flagSource` passes: for (const { name, run } of testFlagSource(start)) it(name, run)
 *
 * @param start - called for each check: returns a source whose service has no flags yet, and behaves well
 */
export function testFlagSource(start: () => FlagSourceOnTest): readonly ContractTest[] {
  return CHECKS.map(([name, check]) => ({
    name,
    async run() {
      const ending = new AbortController()
      try {
        await check(start(), ending)
      } finally {
        ending.abort()
      }
    },
  }))
}

type Check = (on: FlagSourceOnTest, ending: AbortController) => Promise<void>

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  [
    'a source fetches all flags of its context',
    async ({ create, serve }, { signal }) => {
      serve('ann', { size: 2, list: ['a'], none: null, deep: { on: true } })
      await expectValues(create(ANN, ''), { size: 2, list: ['a'], none: null, deep: { on: true } }, signal)
    },
  ],
  [
    'a source has no flags of another context',
    async ({ create, serve }, { signal }) => {
      serve('ann', { plan: 'a' })
      serve('bob', { plan: 'b' })
      const [ann, bob] = [create(ANN, ''), create(BOB, '')]
      await expectValues(bob, { plan: 'b' }, signal)
      await expectValues(ann, { plan: 'a' }, signal)
    },
  ],
  [
    'a source that fetches again has the flags of that time',
    async ({ create, serve }, { signal }) => {
      const source = create(ANN, '')
      serve('ann', { plan: 'a', old: 1 })
      await expectValues(source, { plan: 'a', old: 1 }, signal)
      serve('ann', { plan: 'b' })
      await expectValues(source, { plan: 'b' }, signal)
      await expectValues(source, { plan: 'b' }, signal)
    },
  ],
  [
    'a source that cannot fetch says so, and does not answer with flags',
    async ({ create, serve, behave }, { signal }) => {
      serve('ann', { plan: 'a' })
      behave('fails')
      const answer = await fetchFrom(create(ANN, ''), signal)
      if (!('error' in answer)) throw new Error('The source has answered with flags while its service fails.')
      if (!(answer.error instanceof Error)) throw new Error('The error of the source is not an Error.')
    },
  ],
  [
    'a source fetches again after a failure',
    async ({ create, serve, behave }, { signal }) => {
      const source = create(ANN, '')
      serve('ann', { plan: 'a' })
      behave('fails')
      await fetchFrom(source, signal)
      behave('well')
      await expectValues(source, { plan: 'a' }, signal)
    },
  ],
  [
    'a request ends when its signal aborts',
    async ({ create, behave }, ending) => {
      behave('hangs')
      const source = create(ANN, '')
      const asking = fetchFrom(source, ending.signal)
      ending.abort()
      if (!(await isWithin(asking))) throw new Error('The request goes on after its signal has aborted.')
    },
  ],
  [
    'a source that is followed passes a change on',
    async (on, { signal }) => {
      on.serve('ann', { plan: 'a' })
      const following = await follow(on, signal)
      if (!following) return
      on.serve('ann', { plan: 'b' })
      await on.pass?.()
      if (!(await until(() => following.value() === 'b' || following.isStale(), PATIENCE_MS)))
        throw new Error('The source has not passed the change on, and has not said that its flags are stale.')
    },
  ],
  [
    'a source is silent when it is no longer followed',
    async (on, ending) => {
      on.serve('ann', { plan: 'a' })
      const following = await follow(on, ending.signal)
      if (!following) return
      ending.abort()
      const before = following.messages()
      on.serve('ann', { plan: 'b' })
      await on.pass?.()
      await until(() => following.messages() > before, SILENCE_MS)
      if (following.messages() > before)
        throw new Error('The source has passed a change on after its signal has aborted.')
    },
  ],
]

/** What a source that rejects answers, too. */
async function fetchFrom(source: FlagSource, signal: AbortSignal): Promise<FlagAnswer> {
  try {
    return await source.fetch(signal)
  } catch (error) {
    return { error: error as Error }
  }
}

async function expectValues(source: FlagSource, values: Readonly<Record<string, Json>>, signal: AbortSignal) {
  const answer = await fetchFrom(source, signal)
  if ('error' in answer) throw new Error(`The source has no flags: ${String(answer.error)}`)
  const found = Object.fromEntries(Object.entries(answer.flags).map(([key, { value }]) => [key, value]))
  if (sameJson(found, values)) return
  throw new Error(`The source has the values ${JSON.stringify(found)}, and not ${JSON.stringify(values)}.`)
}

/** Fetches the flags of Ann and follows them. Returns `undefined` if the source cannot be followed. */
async function follow({ create, pass }: FlagSourceOnTest, signal: AbortSignal) {
  const source = create(ANN, '')
  await fetchFrom(source, signal)
  if (!source.follow) return undefined
  let messages = 0
  let value: Json | undefined
  let isStale = false
  const on: FlagChanges = {
    flags(all) {
      messages += 1
      value = all['plan']?.value
    },
    patch(key, flag) {
      messages += 1
      if (key === 'plan') ({ value } = flag)
    },
    stale() {
      messages += 1
      isStale = true
    },
    hasMissed: () => false,
  }
  source.follow(on, signal)
  await pass?.()
  isStale = false
  return { value: () => value, isStale: () => isStale, messages: () => messages }
}

async function isWithin(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false
  void promise.then(() => (isSettled = true))
  return until(() => isSettled, PATIENCE_MS)
}

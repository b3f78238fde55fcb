import type { EventSink, Outcome } from '../store/store.ts'

/** One check, for any test runner: `for (const { name, run } of checks) it(name, run)`. */
export interface Check {
  readonly name: string
  /** Rejects with an error of `node:assert` if the store does not keep what it promises. */
  run(): Promise<void>
}

/** What the checks may do with a store beside using it. What is left out leaves out the checks that need it. */
export interface CheckOptions<Store extends EventSink> {
  /** Opens the data of this store a second time, as another process or another connection does. */
  readonly createMore?: (store: Store) => Promise<Store>
  /** Opens the data of this store again, after it was closed. */
  readonly reopen?: (store: Store) => Promise<Store>
  /** `false` for stores that answer `stored`, because they cannot tell whether an event was known. */
  readonly tellsCopies?: boolean
  /** How often a check asks for what a store does in its own time, 10 ms apart; 2,000 times when left out. */
  readonly attempts?: number
}

/** A store that one check uses. All that it opens is closed at its end. */
export interface Trial<Store extends EventSink> {
  readonly store: Store
  readonly tellsCopies: boolean
  readonly attempts: number | undefined
  /** Another collector's sink onto the same data. */
  another(): Promise<Store>
  /** Closes a store and opens its data again. */
  reopened(store: Store): Promise<Store>
}

/** A check before it has a store. */
export interface Case<Store extends EventSink> {
  readonly name: string
  readonly needs?: readonly (keyof CheckOptions<Store>)[]
  run(trial: Trial<Store>): Promise<void>
}

/** The cases whose needs are met, each with an empty store of its own. */
export const checksOf = <Store extends EventSink>(
  cases: readonly Case<Store>[],
  create: () => Promise<Store>,
  options: CheckOptions<Store>,
): readonly Check[] =>
  cases
    .filter(({ needs = [] }) => needs.every((need) => isMet(options, need)))
    .map(({ name, run }) => ({ name, run: () => withTrial(create, options, run) }))

const isMet = <Store extends EventSink>(options: CheckOptions<Store>, need: keyof CheckOptions<Store>): boolean =>
  need === 'tellsCopies' ? options.tellsCopies !== false : options[need] !== undefined

const withTrial = async <Store extends EventSink>(
  create: () => Promise<Store>,
  { createMore, reopen, tellsCopies = true, attempts }: CheckOptions<Store>,
  run: (trial: Trial<Store>) => Promise<void>,
): Promise<void> => {
  const store = await create()
  const opened = [store]
  const remember = (next: Store): Store => {
    opened.push(next)
    return next
  }
  try {
    await run({
      store,
      tellsCopies,
      attempts,
      another: async () => remember(await required(createMore, 'createMore')(store)),
      async reopened(closing) {
        await closing.close()
        return remember(await required(reopen, 'reopen')(closing))
      },
    })
  } finally {
    // Some are closed already, and a store may refuse to be closed twice: that must not hide what the check has found.
    await Promise.allSettled(opened.map(async (each) => each.close()))
  }
}

const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) {
    throw new TypeError(`The check needs the option \`${name}\`.`)
  }
  return value
}

/** The outcome as this store can tell it. */
export const asTold = ({ tellsCopies }: { readonly tellsCopies: boolean }, outcome: Outcome): Outcome =>
  !tellsCopies && (outcome === 'new' || outcome === 'known') ? 'stored' : outcome

export const isRefused = (outcome: Outcome | undefined): boolean =>
  typeof outcome === 'object' && typeof outcome.refused === 'string' && outcome.refused !== ''

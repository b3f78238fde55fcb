import { anyType, type Accepts } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { BaseClient } from '../flags/baseClient.ts'
import type { FlagEvents } from '../launchDarklyService/startFlagEvents.ts'
import type { Observe } from './extension.ts'
import type { FlagClient } from './flagClient.ts'

/** The expected type of each typed variation; `undefined` accepts any type. */
const TYPES = { bool: 'boolean', string: 'string', number: 'number', json: undefined }

interface Needs {
  events: Pick<FlagEvents, 'count'>
  /** Whether evaluations are observed now, by extension. */
  observers: readonly (() => boolean)[]
  /** Whether a flag that is null has the wrong type for an evaluation of a type. */
  isNullMistyped: boolean | undefined
}

/**
 * The evaluation methods of a standalone client.
 *
 * @param observe notifies extensions of an operation, and returns a function that passes its result to them
 */
export function clientEvaluations(
  { store, getContext, ...base }: BaseClient,
  observe: Observe,
  { events, observers, isNullMistyped }: Needs,
): Pick<FlagClient, 'variation' | 'variationDetail'> {
  function evaluate<T>(key: string, fallback: T, { method, accepts = anyType }: { method: string; accepts?: Accepts }) {
    const after = observe('Evaluation', { flagKey: key, context: getContext(), defaultValue: fallback, method })
    const detail = base.evaluate(key, fallback, { accepts, withReason: method.endsWith('Detail') })
    after(detail)
    return detail
  }

  /** The fastest path. */
  function variation(key: string, fallback: Json) {
    const entry = store.entry(key)
    if (!entry.isPlain) return base.evaluate(key, fallback, { accepts: anyType }).value
    events.count(entry, fallback)
    return entry.flag?.value ?? fallback
  }

  const typed = Object.entries(TYPES).flatMap(([name, type]) => {
    const accepts = (value: Json) => !type || typeof value === type || (value === null && !isNullMistyped)
    const read = (method: string) => (key: string, fallback: Json) => evaluate(key, fallback, { method, accepts })
    return [
      [`${name}Variation`, (key: string, fallback: Json) => read(`${name}Variation`)(key, fallback).value],
      [`${name}VariationDetail`, read(`${name}VariationDetail`)],
    ]
  })

  return {
    variation: observers[0]
      ? (key: string, fallback: Json) =>
          observers.some((isObserved) => isObserved())
            ? evaluate(key, fallback, { method: 'variation' }).value
            : variation(key, fallback)
      : variation,
    variationDetail: (key: string, fallback: Json) => evaluate(key, fallback, { method: 'variationDetail' }),
    ...Object.fromEntries(typed),
  } as FlagClient
}

import type { FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import { evaluate } from './evaluate.ts'
import type { FlagEngine } from './flagEngine.ts'
import type { Hooks } from './hooks.ts'
import type { Inspect } from './inspectors.ts'

export interface HowToEvaluate {
  /** The name of the application's method: for hooks. */
  method: string
  /** Whether a value is one that the application expects; any, if absent. */
  isRightType?(value: Json): boolean
}

export interface FlagReader {
  /** The value alone, as fast as can be. */
  value(key: string, fallback: unknown): unknown
  detail<T>(key: string, fallback: T, how: HowToEvaluate): FlagDetail<T>
}

interface FlagReaderNeeds {
  engine: FlagEngine
  hooks: Hooks
  inspect: Inspect
  isInspected: boolean
}

/** Evaluates flags, and lets everybody know who is to know of it. */
export function createFlagReader({ engine, hooks, inspect, isInspected }: FlagReaderNeeds): FlagReader {
  const { store, events, context } = engine

  function detail<T>(key: string, fallback: T, { method, isRightType = () => true }: HowToEvaluate) {
    const cell = store.cell(key)
    const after = hooks.before('Evaluation', { flagKey: key, context: context(), defaultValue: fallback, method })
    const found = evaluate(cell.flag, fallback, isRightType)
    events.evaluated(cell, { value: found.value, fallback, withReason: method.endsWith('Detail') })
    inspect('flag-used', () => [key, found, context()])
    after(found)
    return found
  }

  return {
    detail,
    value(key, fallback) {
      if (isInspected || hooks.list[0]) return detail(key, fallback, { method: 'variation' }).value
      const cell = store.cell(key)
      const value = cell.flag?.value ?? fallback
      if (cell.isPlain) events.count(cell, fallback)
      else events.evaluated(cell, { value, fallback })
      return value
    },
  }
}

import type { FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Log } from '../core/ports/log.ts'
import { evaluate } from './evaluate.ts'
import type { FlagEngine } from './flagEngine.ts'
import type { FlagSettings } from './flagSettings.ts'
import { createHooks } from './hooks.ts'

export interface FlagReader {
  readonly hooks: ReturnType<typeof createHooks>
  /** The value alone, as fast as can be. */
  value(key: string, fallback: unknown): unknown
  detail<T>(key: string, fallback: T, method: string, isRightType?: (value: Json) => boolean): FlagDetail<T>
}

/** Evaluates flags, and lets everybody know who is to know of it. */
export function createFlagReader(engine: FlagEngine, settings: FlagSettings, log: Log): FlagReader {
  const { store, events, inspect } = engine
  const hooks = createHooks(log)
  hooks.list.push(...settings.hooks)
  const isInspected = settings.inspectors.some(({ type }) => type === 'flag-used')

  function detail<T>(key: string, fallback: T, method: string, isRightType: (value: Json) => boolean = () => true) {
    const cell = store.cell(key)
    const environmentId = engine.environmentId()
    const after = hooks.before('Evaluation', {
      flagKey: key,
      context: engine.context(),
      defaultValue: fallback,
      method,
      ...(environmentId && { environmentId }),
    })
    const found = evaluate(cell.flag, fallback, isRightType)
    events.evaluated(cell, found.value, fallback, method.endsWith('Detail'))
    inspect('flag-used', () => [key, found, engine.context()])
    after(found)
    return found
  }

  return {
    hooks,
    detail,
    value(key, fallback) {
      if (isInspected || hooks.list[0]) return detail(key, fallback, 'variation').value
      const cell = store.cell(key)
      const value = cell.flag?.value ?? fallback
      events.evaluated(cell, value, fallback, false)
      return value
    },
  }
}

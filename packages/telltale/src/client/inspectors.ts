import { attempt } from '../core/lib/attempt.ts'
import { evaluate } from '../core/model/flag.ts'
import { listExtension, type Extension, type ExtensionHost } from './extension.ts'
import type { EvaluationContext } from './hooks.ts'
import type { FlagExtension } from './flagClientOptions.ts'

/** What an inspector can be called for. */
const TYPES = ['flag-used', 'flag-details-changed', 'flag-detail-changed', 'client-identity-changed'] as const

/** An observer of a client. Its type says what it is called for: evaluations, changed flags or contexts. */
export interface Inspector {
  /** What the inspector is called for. */
  type: (typeof TYPES)[number]
  /** The name in messages. */
  name: string
  /** Called with the arguments of its type. An exception in it is reported once. */
  method(...args: never[]): void
  /** Called synchronously, not in a later task. */
  synchronous?: boolean
}

/** Calls inspectors for evaluations, for changed flags or for contexts, depending on their type. */
export const withInspectors = (inspectors: readonly Inspector[]): FlagExtension =>
  listExtension('withInspectors', inspectors, runInspectors)

export function runInspectors(all: readonly Inspector[], { client, clock, log }: ExtensionHost): Extension {
  const failed = new Set<Inspector>()
  const inspectors = all.filter(({ type, name }) => {
    const isKnown = TYPES.includes(type)
    if (!isKnown) log.warn(`Inspector "${name}" is of an invalid type: ${type} (T123)`)
    return isKnown
  })
  const isUsed = inspectors.some(({ type }) => type === 'flag-used')
  function detailOf(key: string) {
    const flag = client.getFlag(key)
    // A flag whose value is null has that value; one that was removed has none.
    return flag ? evaluate(flag, null) : { value: undefined }
  }

  /** Calls the inspectors of a type with the arguments that `argsOf` returns, which is called only if there is one. */
  function inspect(type: Inspector['type'], argsOf: () => readonly unknown[]) {
    for (const inspector of inspectors) {
      if (inspector.type !== type) continue
      const args = argsOf()
      const run = () =>
        attempt(
          () => (inspector.method as (...args: unknown[]) => void)(...args),
          () => {
            if (!failed.has(inspector)) log.warn(`Inspector "${inspector.name}" threw (T124)`)
            failed.add(inspector)
          },
        )
      if (inspector.synchronous) run()
      else clock.after(0, run)
    }
  }

  return {
    diffFirstFlags: inspectors.length > 0,
    isEvaluationObserved: () => isUsed,
    before: (series, operation) => (detail) => {
      const { flagKey, context } = operation as EvaluationContext
      if (series === 'Evaluation') inspect('flag-used', () => [flagKey, detail, context])
    },
    changed(changes, isWhole) {
      const keys = Object.keys(changes)
      if (!isWhole) for (const key of keys) inspect('flag-detail-changed', () => [key, detailOf(key)])
      else if (keys.length > 0) {
        inspect('flag-details-changed', () => [
          Object.fromEntries(Object.keys(client.allFlags()).map((key) => [key, detailOf(key)])),
        ])
      }
    },
    entered: (context) => inspect('client-identity-changed', () => [context]),
  }
}

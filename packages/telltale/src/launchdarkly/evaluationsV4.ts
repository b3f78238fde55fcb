import { typeName } from '../core/lib/json.ts'
import type { BaseClient, FlagClient } from '../flags/flagClient.ts'
import type { LDClientV4 } from './ldClientV4.ts'

/** The flag client behind a v4 client that has been started. */
export interface StartedV4 {
  client: FlagClient
  base: BaseClient
}

/** The evaluation methods by name, with the type that each expects. */
const TYPES = {
  variation: '',
  boolVariation: 'boolean',
  numberVariation: 'number',
  stringVariation: 'string',
  jsonVariation: '',
}

type Plain = keyof typeof TYPES

type Evaluations = Pick<LDClientV4, Plain | `${Plain}Detail`>

/** The evaluation methods of the v4 client. Before the client is started every flag is unknown. */
export function evaluationsV4(
  startedNow: () => StartedV4 | undefined,
  reportError: (error: Error) => void,
): Evaluations {
  const reported = new Set<string>()

  function evaluation(name: Plain) {
    const type = TYPES[name]
    return [
      [name, (key: string, defaultValue?: unknown) => read(key, defaultValue, name) ?? fallbackFor(key, defaultValue)],
      [
        `${name}Detail`,
        (key: string, defaultValue?: unknown) => ({
          variationIndex: null,
          ...((read(key, defaultValue, `${name}Detail`) as object | undefined) ?? {
            value: fallbackFor(key, defaultValue),
            reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' },
          }),
        }),
      ],
    ]

    function read(key: string, defaultValue: unknown, method: Plain | `${Plain}Detail`): unknown {
      const started = startedNow()
      if (!started) return undefined
      const flag = started.base.getFlag(key)
      if (type && flag && typeof flag.value !== type && !reported.has(key)) {
        reported.add(key)
        const message = `Wrong type "${typeName(flag.value)}" for feature flag "${key}" in ${method}; returning default value (T133)`
        reportError(Object.assign(new Error(message), { name: 'LaunchDarklyClientError' }))
      }
      const client = started.client as object as Record<typeof method, (key: string, fallback: unknown) => unknown>
      return client[method](key, fallbackFor(key, defaultValue))
    }
  }

  /** Null for an unknown flag without a default. */
  function fallbackFor(key: string, defaultValue: unknown) {
    return startedNow()?.base.getFlag(key) ? defaultValue : (defaultValue ?? null)
  }

  return Object.fromEntries((Object.keys(TYPES) as Plain[]).flatMap(evaluation)) as Evaluations
}

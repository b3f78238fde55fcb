import { copyJson, isRecord } from '../core/lib/json.ts'
import type { Flag } from '../core/model/flag.ts'
import { readFlag, type WireFlags } from './wireFlags.ts'

/**
 * Reads flags that a server put into the page, in the format of `allFlagsState`: values by key, and metadata separately. On a
 * server, it may also be the state itself. A state that says that it is not valid has no flags, and counts as none. The object is
 * copied: it belongs to the application.
 */
export function readBootstrap(given: unknown): WireFlags | undefined {
  const bootstrap = copyJson(given)
  if (!isRecord(bootstrap) || bootstrap['$valid'] === false) return undefined
  const state = bootstrap['$flagsState'] as WireFlags | null | undefined
  const flags: WireFlags = Object.create(null)
  for (const key of Object.keys(bootstrap)) {
    if (key.startsWith('$')) continue
    // Whatever else it is: what is spread has none of a flag's fields then.
    flags[key] = { version: 0, ...state?.[key], value: bootstrap[key] }
  }
  return flags
}

/** Returns a function that reads one flag of a bootstrap, without a client. */
export function bootstrapReader(bootstrap: unknown): (key: string) => Flag | undefined {
  let flags: WireFlags | undefined
  return (key) => readFlag((flags ??= readBootstrap(bootstrap) ?? {})[key])
}

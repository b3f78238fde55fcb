import { isRecord } from '../core/lib/isRecord.ts'
import type { Log } from '../core/ports/log.ts'
import type { WireFlags } from './readFlag.ts'

/** Whether this is the state that the vendor's server SDK gives, and not its JSON. */
export const isFlagsState = (value: unknown) =>
  typeof (value as { getFlagValue?: unknown } | undefined)?.getFlagValue === 'function'

/** Flags that a server gave the page along, as its `allFlagsState` writes them: values by key, what else is known apart. */
export function readBootstrap(bootstrap: Readonly<Record<string, unknown>>, log: Log): WireFlags {
  const state = bootstrap['$flagsState']
  const keys = Object.keys(bootstrap).filter((key) => !key.startsWith('$'))
  if (bootstrap['$valid'] === false) {
    log.warn('The bootstrap is not valid: the back end could not read the flags.')
  } else if (keys[0] && !state) {
    log.warn('The bootstrap has no flag metadata: events may not be right.')
  }
  const flags: WireFlags = Object.create(null)
  for (const key of keys) {
    const known = isRecord(state) && Object.hasOwn(state, key) ? state[key] : undefined
    flags[key] = { version: 0, ...(isRecord(known) && known), value: bootstrap[key] }
  }
  return flags
}

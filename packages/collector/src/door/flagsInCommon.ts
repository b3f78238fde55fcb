import { shareFlags, type SharedFlags } from '../store/sharedFlags.ts'
import { without } from './redact.ts'
import type { Shared } from './withShared.ts'

/** The flags of a batch that are kept once, apart from what each of its events has for itself. */
export interface FlagsInCommon {
  /** What is added to each event. The sets of flags that are kept once are empty here. */
  readonly rest: Shared
  /** The flags that are kept once, of an event that references this set. */
  of(flagSet: unknown): SharedFlags | undefined
}

/** @param names - those of the properties that are left out */
export function flagsInCommon(shared: Shared, names: RegExp | undefined): FlagsInCommon {
  const common = new Map<string, SharedFlags>()
  for (const [id, set] of Object.entries(shared.flagSets)) {
    const details = Object.hasOwn(shared.flagDetails, id) ? shared.flagDetails[id] : undefined
    const flags = shareFlags(names ? (without(set, names) as object) : set, details)
    if (flags) common.set(id, flags)
  }
  const sets = Object.entries(shared.flagSets).map(([id, set]) => [id, common.has(id) ? {} : set] as const)
  const details = Object.entries(shared.flagDetails).filter(([id]) => !common.has(id))
  return {
    rest: { ...shared, flagSets: Object.fromEntries(sets), flagDetails: Object.fromEntries(details) },
    of: (flagSet) => (typeof flagSet === 'string' ? common.get(flagSet) : undefined),
  }
}

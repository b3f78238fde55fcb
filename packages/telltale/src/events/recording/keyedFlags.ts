import { isShallow, writeJson } from '../../core/lib/json.ts'
import { hashText } from '../../core/lib/hashText.ts'
import type { EventProperties, FlagFacts, FlagSet } from '../../core/model/event.ts'
import type { Redacted } from '../../core/stepHost.ts'
import type { Flag, FlagsInForce } from '../../core/model/flag.ts'

/** Two independent hashes of 53 bits, so that sets that differ never have the same id. */
const SEEDS = [0, 1]

/** Flags by their keys, as a draft has them. The lazy chunk gives them the names of event properties. */
export interface KeyedFlags extends FlagSet {
  readonly isKeyed: true
}

/** Returns the flags that are in force, by their keys, or undefined when there are no flags. */
export function keyedFlags({ values, getFlag }: FlagsInForce, redacted: Redacted): KeyedFlags | undefined {
  // What is nested too deeply cannot be written as JSON, and not even stored.
  const shallow = Object.entries(values).filter(([, value]) => isShallow(value))
  const set = setOf(
    redacted(Object.fromEntries(shallow), 'flags'),
    Object.fromEntries(shallow.map(([key]) => [key, factsOf(getFlag(key))])),
  )
  return set && { ...set, isKeyed: true }
}

const factsOf = ({ variation, version, flagVersion = version, reason }: Partial<Flag> = {}): FlagFacts => ({
  ...(variation !== undefined && { variation }),
  ...(flagVersion && { version: flagVersion }),
  ...(reason && { reason: reason.kind }),
  ...(reason?.['inExperiment'] === true && { inExperiment: true as const }),
})

/** Returns the set of these properties, or undefined when there are no properties. */
export function setOf(properties: EventProperties, flags: FlagSet['flags']): FlagSet | undefined {
  const text = writeJson([properties, flags])
  return text === '[{},{}]' ? undefined : { id: SEEDS.map((seed) => hashText(text, seed)).join('-'), properties, flags }
}

import { FLAG_PREFIX } from '../store/flagPrefix.ts'
import { shareFlags, type SharedFlags } from '../store/sharedFlags.ts'
import { isRecord } from './parseJson.ts'
import type { Shared } from './withShared.ts'

/** The flags of an event, as it was sent, that the store keeps once. An event that has other flags beside them has all for itself. */
export type FlagsInCommon = (event: unknown) => SharedFlags | undefined

export function flagsInCommon({ flagSets, flagDetails }: Shared): FlagsInCommon {
  const common = new Map<string, SharedFlags>()
  for (const [id, set] of Object.entries(flagSets)) {
    const details = Object.hasOwn(flagDetails, id) ? flagDetails[id] : undefined
    const flags = shareFlags(set, details)
    if (flags) common.set(id, flags)
  }
  return (event) =>
    isRecord(event) && typeof event['flagSet'] === 'string' && !hasFlags(event)
      ? common.get(event['flagSet'])
      : undefined
}

const hasFlags = ({ flags, properties }: Readonly<Record<string, unknown>>) =>
  flags !== undefined || (isRecord(properties) && Object.keys(properties).some((name) => name.startsWith(FLAG_PREFIX)))

import type { FlagsInCommon } from './flagsInCommon.ts'
import { isRecord } from './parseJson.ts'
import type { Shared } from './withShared.ts'

/** How many bytes more the events have in the store than in the batch, which has once what they share. */
export function sharedBytes(
  events: readonly unknown[],
  { flagSets, flagDetails, moments }: Shared,
  keptOnce: FlagsInCommon,
): number {
  const sizes = new Map<object, number>()
  function sizeOf(shared: object | undefined): number {
    if (shared === undefined) return 0
    const known = sizes.get(shared) ?? JSON.stringify(shared).length
    sizes.set(shared, known)
    return known
  }
  let bytes = 0
  for (const event of events) {
    if (!isRecord(event)) continue
    const { flagSet: id, moment } = event
    if (typeof id === 'string' && Object.hasOwn(flagSets, id) && !keptOnce(event))
      bytes += sizeOf(flagSets[id]) + (Object.hasOwn(flagDetails, id) ? sizeOf(flagDetails[id]) : 0)
    if (typeof moment === 'number') bytes += moments[moment]?.text.length ?? 0
  }
  return bytes
}

import type { LiveEnvironment, FlagsSnapshot } from './flagStore.ts'
import type { ServerFlag, ServerSegment } from './serverFlag.ts'

/** All flags and segments of an environment, as the vendor's server SDKs receive them. */
export interface ServerData {
  readonly flags: Readonly<Record<string, ServerFlag>>
  readonly segments: Readonly<Record<string, ServerSegment>>
}

export interface ServerMessage {
  readonly event: 'put' | 'patch' | 'delete'
  readonly data: unknown
}

/**
 * The flags with the version of the whole file, as in the client-side protocol: an author of flags.json does not have to
 * increase versions, and a server SDK ignores a flag whose version is not higher.
 */
export function serverData({ flags }: LiveEnvironment, { file, version }: FlagsSnapshot): ServerData {
  const vendorFlags = Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, vendorFlag(flag)]))
  return { flags: withVersion(vendorFlags, version), segments: withVersion(file.segments, version) }
}

/** The vendor's flags have no names of variations and no metadata. */
function vendorFlag({ variationNames: _names, metadata: _metadata, ...flag }: ServerFlag): ServerFlag {
  return flag
}

/** The messages that update a server SDK from the data `before` to the data `now`, which has `version`. */
export function serverMessages(before: ServerData, now: ServerData, version: number): ServerMessage[] {
  // Segments first: a flag's rule may use a new one.
  return (['segments', 'flags'] as const).flatMap((kind) => {
    const changed = Object.entries(now[kind]).filter(([key, item]) => !isSame(item, before[kind][key]))
    const removed = Object.keys(before[kind]).filter((key) => !Object.hasOwn(now[kind], key))
    return [
      ...changed.map(([key, data]) => ({ event: 'patch' as const, data: { path: `/${kind}/${key}`, data } })),
      ...removed.map((key) => ({ event: 'delete' as const, data: { path: `/${kind}/${key}`, version } })),
    ]
  })
}

function withVersion<Item extends object>(items: Readonly<Record<string, Item>>, version: number) {
  return Object.fromEntries(Object.entries(items).map(([key, item]) => [key, { ...item, version }]))
}

/** Whether two items differ only in their versions. */
function isSame(one: object, other: object | undefined): boolean {
  return other !== undefined && JSON.stringify({ ...one, version: 0 }) === JSON.stringify({ ...other, version: 0 })
}

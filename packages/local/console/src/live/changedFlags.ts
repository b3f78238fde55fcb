import { sameJson } from '../format/sameJson.ts'
import type { EventFlag } from './eventFlags.ts'
import type { EventLine } from './eventLine.ts'

type Flagged = Pick<EventLine, 'isWhole' | 'flagsByKey'>

/** The flags of an event that are new or have another value than those of the event before it. All, if there is none. */
export function changedFlags({ flagsByKey }: Flagged, before: Flagged | undefined): readonly EventFlag[] {
  const known = new Map(before?.flagsByKey.map(({ name, value }) => [name, value]))
  return flagsByKey.filter(({ name, value }) => !known.has(name) || !sameJson(known.get(name), value))
}

/** The event before the one at this place, among those whose flags are known. The newest is the first one. */
export function flaggedBefore<T extends Flagged>(lines: readonly T[], place: number): T | undefined {
  for (let index = place + 1; index < lines.length; index++) if (lines[index]?.isWhole) return lines[index]
  return undefined
}

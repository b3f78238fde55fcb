import { isRecord } from '../json/isRecord.ts'
import { recordIn, type SeenEvent } from './seenEvent.ts'

/** A variation of a flag that was in force. */
export interface FlagState {
  /** Two variations with the same value are the same to people. */
  readonly variation: string
  /** The value as a text, which may be cut off. */
  readonly value: string
  readonly version: number | undefined
}

/** The flags of an event, by their keys. */
export interface FlagSet {
  readonly states: ReadonlyMap<string, FlagState>
  /** Flags whose values a panel for developers has replaced. */
  readonly overridden: ReadonlySet<string>
}

/** Characters of a value that are shown. */
const LONGEST_SHOWN = 60
/** Characters of a value that are compared. */
const LONGEST_COMPARED = 1000

/** Reads the flags of events. Events with the same flags share one set. */
export function createFlagSets(): (seen: SeenEvent) => FlagSet {
  const sets = new Map<string, FlagSet>()
  return ({ event }) => {
    const overridden = new Set((Array.isArray(event['overridden']) ? event['overridden'] : []).map(String))
    const flags = flagsIn(event)
    // Keys of flags and JSON have no line feed.
    let key = [...overridden].sort().join('\n')
    for (const { flag, text, version } of flags) key += `\n\n${flag}\n${text}\n${String(version)}`
    const set = sets.get(key) ?? { states: new Map(flags.map((one) => [one.flag, stateOf(one)])), overridden }
    sets.set(key, set)
    return set
  }
}

interface EventFlag {
  readonly flag: string
  readonly value: unknown
  /** The value as JSON. */
  readonly text: string
  readonly variation: unknown
  readonly version: unknown
}

/** The flags of an event that have a value. */
function flagsIn(event: SeenEvent['event']): readonly EventFlag[] {
  const properties = recordIn(event, 'properties')
  const found: EventFlag[] = []
  for (const [flag, facts] of Object.entries(recordIn(event, 'flags'))) {
    if (!isRecord(facts)) continue
    const { property, value: own, variation, version } = facts
    const value = typeof property === 'string' && Object.hasOwn(properties, property) ? properties[property] : own
    if (value !== undefined) found.push({ flag, value, text: JSON.stringify(value), variation, version })
  }
  return found
}

function stateOf({ value, text, variation, version }: EventFlag): FlagState {
  return {
    variation: text.length > LONGEST_COMPARED ? `${String(variation)} ${text.slice(0, LONGEST_COMPARED)}` : text,
    value: shortened(typeof value === 'string' && value !== '' ? value : text, variation),
    version: Number.isInteger(version) ? Number(version) : undefined,
  }
}

function shortened(text: string, variation: unknown): string {
  if (text.length <= LONGEST_SHOWN) return text
  const place = Number.isInteger(variation) ? ` (variation ${Number(variation) + 1})` : ''
  return `${text.slice(0, LONGEST_SHOWN)}…${place}`
}

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
    const properties = recordIn(event, 'properties')
    const states = new Map<string, FlagState>()
    const key: unknown[] = [[...overridden].sort()]
    for (const [flag, facts] of Object.entries(recordIn(event, 'flags'))) {
      const state = isRecord(facts) ? stateOf(facts, properties) : undefined
      if (state === undefined) continue
      states.set(flag, state)
      key.push(flag, state.variation, state.version)
    }
    const text = JSON.stringify(key)
    const set = sets.get(text) ?? { states, overridden }
    sets.set(text, set)
    return set
  }
}

/** `undefined` for a flag without a value. */
function stateOf(
  { property, value: own, variation, version }: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
): FlagState | undefined {
  const value = typeof property === 'string' && Object.hasOwn(properties, property) ? properties[property] : own
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
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

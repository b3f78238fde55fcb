import { isRecord, parseRecord, writeJson } from '../core/lib/json.ts'
import type { ConsentDecision, ConsentState } from '../core/model/consent.ts'

/** The purpose that needs no consent. */
export const NECESSARY = 'necessary'

/** A decision as it is kept: with what was decided, by the names of purposes. */
export interface Decision extends ConsentDecision {
  readonly purposes: Readonly<Record<string, boolean>>
  /** When each purpose was decided: tabs may decide about different ones in one moment. */
  readonly times: Readonly<Record<string, number>>
  /** The purposes that were decided for another version of the text, and are pending again. */
  readonly over: readonly string[]
}

/** Returns `undefined` if there is none. Damage, or another script, may have left any value. */
export function readDecision(stored: string | undefined): Decision | undefined {
  const { id, at, text, source, purposes, times, over } = parseRecord(stored)
  const isSound =
    [id, text, source].every((one) => typeof one === 'string') &&
    Number.isFinite(at) &&
    isRecord(purposes) &&
    isRecord(times)
  if (!isSound) return undefined
  const given = Object.entries(purposes as object).filter(
    ([name, value]) => typeof value === 'boolean' && Number.isFinite(times[name]),
  )
  return {
    ...{ id, at, text, source, times, purposes: Object.fromEntries(given) },
    over: Array.isArray(over) ? over.filter((one) => typeof one === 'string') : [],
  } as Decision
}

export const writeDecision = (decision: Decision): string => writeJson(decision)

/**
 * What is in force of two decisions: the later one, with what only the other one has decided, or has decided later, about the same text. Tabs may
 * decide in one moment: all of them find the same. If both are the same decision, `other` is.
 */
export function joined(one: Decision | undefined, other: Decision | undefined): Decision | undefined {
  if (!one || !other) return one ?? other
  const isOther = one.at === other.at ? one.id <= other.id : one.at < other.at
  const [first, last] = isOther ? [one, other] : [other, one]
  const names = Object.keys(first.purposes).filter((name) => !(Number(last.times[name]) >= Number(first.times[name])))
  if (first.text !== last.text || names.length === 0) return last
  const ofFirst = <Value>(all: Readonly<Record<string, Value>>) => names.map((name) => [name, all[name]] as const)
  return {
    ...last,
    purposes: { ...last.purposes, ...Object.fromEntries(ofFirst(first.purposes)) },
    times: { ...last.times, ...Object.fromEntries(ofFirst(first.times)) },
    over: [...new Set([...last.over, ...first.over])],
  } as Decision
}

/** What holds while nobody has decided. */
export interface Defaults {
  readonly initial?: Readonly<Record<string, boolean>>
  /** The purposes that a signal of the browser denies. */
  readonly denied?: readonly string[]
}

/** The state of a purpose after a decision, or without one. */
export function stateOf(
  purpose: string,
  decision: Pick<Decision, 'purposes'> | undefined,
  { initial = {}, denied = [] }: Defaults,
): ConsentState {
  if (purpose === NECESSARY) return 'granted'
  const own = (choices: object) => (Object.hasOwn(choices, purpose) ? choices[purpose as keyof object] : undefined)
  const isAllowed = own(decision?.purposes ?? {}) ?? (denied.includes(purpose) ? false : own(initial))
  return typeof isAllowed !== 'boolean' ? 'pending' : isAllowed ? 'granted' : 'denied'
}

import { isRecord, parseRecord, writeJson } from '../core/lib/json.ts'
import type { ConsentDecision, ConsentState } from '../core/model/consent.ts'

/** The purpose that needs no consent. */
export const NECESSARY = 'necessary'

/** A decision as it is kept: with what was decided, by the names of purposes. */
export interface Decision extends ConsentDecision {
  readonly purposes: Readonly<Record<string, boolean>>
}

/** Returns `undefined` if there is none. Damage, or another script, may have left any value. */
export function readDecision(stored: string | undefined): Decision | undefined {
  const { id, at, text, source, purposes } = parseRecord(stored)
  const isSound =
    [id, text, source].every((one) => typeof one === 'string') && Number.isFinite(at) && isRecord(purposes)
  if (!isSound) return undefined
  const given = Object.entries(purposes as object).filter(([, value]) => typeof value === 'boolean')
  return { id, at, text, source, purposes: Object.fromEntries(given) } as Decision
}

export const writeDecision = (decision: Decision): string => writeJson(decision)

/** Which of two decisions is in force. Tabs may decide in one moment: all of them find the same one. */
export function later(one: Decision | undefined, other: Decision | undefined): Decision | undefined {
  if (!one || !other) return one ?? other
  const isOther = one.at === other.at ? one.id < other.id : one.at < other.at
  return isOther ? other : one
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

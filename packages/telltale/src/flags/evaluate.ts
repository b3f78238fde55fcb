import type { Flag, FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'

/** What a flag says: its value and why, or the fallback when the flag is unknown or its value is of another type. */
export function evaluate<T>(flag: Flag | undefined, fallback: T, isRightType: (value: Json) => boolean): FlagDetail<T> {
  if (!flag) return failed(fallback, 'FLAG_NOT_FOUND')
  const { value, variation, reason } = flag
  // A variation may have no value: then there is nothing to be of the wrong type.
  if (value !== null && !isRightType(value)) return failed(fallback, 'WRONG_TYPE')
  return {
    value: (value ?? fallback) as T,
    ...(variation !== undefined && { variationIndex: variation }),
    ...(reason && { reason }),
  }
}

/** A fallback tells the type that is expected; `null` and `undefined` expect none. */
export const typeOf = (fallback: unknown) => (value: Json) => fallback == null || typeof value === typeof fallback

function failed<T>(value: T, errorKind: string): FlagDetail<T> {
  return { value, reason: { kind: 'ERROR', errorKind } }
}

import { isRecord } from '../core/lib/json.ts'
import { type Check, isFunction, type Row } from '../core/optionTable.ts'

/** A vendor's script, or a function that returns it. */
export type Instance<Script> = Script | (() => Script | undefined)

const instanceOf = (check: Check): Row => [
  check,
  (_, what) =>
    `Telltale cannot start. Set instance of ${what}() to its script, or to a function that returns it. (T153)`,
]

/** The option `instance` of a vendor whose script is an object. */
export const OBJECT_INSTANCE = instanceOf((value) => isRecord(value) || isFunction(value))
/** The option `instance` of a vendor whose script is a function. */
export const FUNCTION_INSTANCE = instanceOf(isFunction)

/** Returns a function that returns the script, which may load late. */
export const readInstance = <Script extends object>(instance: Instance<Script>): (() => Script | undefined) =>
  typeof instance === 'function' ? (instance as () => Script | undefined) : () => instance

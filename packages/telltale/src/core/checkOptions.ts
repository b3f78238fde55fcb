import { copyJson, isRecord } from './lib/json.ts'
import { isText } from './model/promotion.ts'
import { firstProblem, isGiven, readOnce, type Row, type Table, type Values } from './optionTable.ts'

export const bool: Row<string> = [(value) => typeof value === 'boolean', 'true or false']
export const text: Row<string> = [isText, 'a text']
/** An object that JSON can hold. */
export const PLAIN_OBJECT: Row<string> = [(value) => isRecord(copyJson(value)), 'an object that JSON can hold']
/** Another function checks the option and has the words for it. */
export const checkedElsewhere: Row = [() => true, '']

/** A function that an application calls with options. */
export interface Callee {
  /** Its name. */
  readonly what: string
  readonly table: Table
  /** The options that must be given. */
  readonly required?: readonly string[]
}

/** What an application has passed to such a function. */
export interface Passed<Options = object> extends Callee {
  readonly options: Options
}

/** A part of the settings that a function has returned. */
export interface HasPassed {
  /** For the report of names that do not exist. */
  readonly passed?: Passed | undefined
}

/** Throws a sentence that says what to do when an option is wrong. */
export function assertOptions({ what, table, required }: Callee, options: object): void {
  const [words, path, at = ''] = firstProblem(table, options as Values, required) ?? []
  if (words === undefined) return
  throw new Error(
    typeof words === 'string'
      ? `Telltale cannot start. Set ${path}${at} of ${what}() to ${words}. (T167)`
      : words(at, what),
  )
}

/**
 * Reads what an application has passed to a function, once. Throws a sentence that says what to do when it is wrong.
 *
 * @param defaults for options that are absent
 */
export function checkOptions<Options extends object>(
  callee: Callee,
  options: Options | undefined,
  defaults: Partial<Options> = {},
): Passed<Options> {
  const given = Object.entries(readOnce(options)).filter(([, value]) => isGiven(value))
  const own = { ...defaults, ...Object.fromEntries(given) } as Options
  assertOptions(callee, own)
  if (isGiven(options) && !isRecord(options))
    throw new Error(`Telltale cannot start. Pass ${callee.what}() an object with options. (T168)`)
  return { ...callee, options: own }
}

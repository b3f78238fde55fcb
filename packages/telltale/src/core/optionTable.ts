import { attempt } from './lib/attempt.ts'
import { isRecord } from './lib/json.ts'
import { missingText } from './model/promotion.ts'

export type Values = Readonly<Record<string, unknown>>

/** Returns whether a value is valid, or the path, below it, of what is wrong with it. `all` are the options that it is among. */
export type Check = (value: unknown, all: Values) => boolean | string

/** The end of a sentence that begins with “Set gzip of collector() to”. */
type Meaning = string

/** Returns a sentence of its own, which ends with its code. `at` is the path below the option, `what` the function. */
export type Sentence = (at: string, what: string) => string

/** What an option must be. */
export type Row<Words = Meaning | Sentence> = readonly [check: Check, words: Words]

/** What each option must be, by its name. */
export type Table<Words = Meaning | Sentence> = Readonly<Record<string, Row<Words>>>

/** A table with a row for each option and no other. An option in a group has the path `group.option`. */
export type OptionTable<Options, Groups extends object = Record<never, never>> = Readonly<
  Record<Exclude<keyof Options & string, keyof Groups> | PathsIn<Groups>, Row>
>
type PathsIn<Groups> = { [Group in keyof Groups & string]: `${Group}.${keyof Groups[Group] & string}` }[keyof Groups &
  string]

export const isGiven = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null
export const isFunction = (value: unknown) => typeof value === 'function'
export const isPerLevel: Check = (value) => missingText(value) ?? true

export const fn: Row<Meaning> = [isFunction, 'a function']
export const amount: Row<Meaning> = [(value) => typeof value === 'number' && value >= 0, 'a number']

/** The first option that is wrong. An option that is undefined or null is absent. */
export function firstProblem<Words>(
  table: Table<Words>,
  options: Values,
  required: readonly string[] = [],
): readonly [words: Words, path: string, at: string] | undefined {
  for (const [path, [check, words]] of Object.entries(table)) {
    const verdict = attempt<boolean | string>(
      () => {
        const value = valueAt(options, path)
        return isGiven(value) ? check(value, options) : !required.includes(path)
      },
      // A getter has thrown.
      () => false,
    )
    if (verdict !== true) return [words, path, verdict || '']
  }
  return undefined
}

/** Not with `reduce`, here and elsewhere: Prototype.js up to 1.6 replaces it by a method that ignores its arguments. */
export function valueAt(options: unknown, path: string): unknown {
  let value = options
  // What stands in the place of a group is not valid for any option of it.
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : isGiven(value) ? NaN : undefined
  return value
}

/** A copy of options. An option whose getter throws is NaN, which is not valid for any option. */
export function readOnce(options: unknown): Record<string, unknown> {
  if (!isRecord(options)) return {}
  const read = (name: string) =>
    attempt<unknown>(
      () => options[name],
      () => NaN,
    )
  return Object.fromEntries(Object.keys(options).map((name) => [name, read(name)]))
}

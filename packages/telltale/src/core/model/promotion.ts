/** The promotion level of a build of the application. */
export type Promotion = 'production' | 'staging' | 'sandbox'

/** A promotion level as an application writes it: also with a capital, as the specification does. */
export type PromotionName = Promotion | Capitalize<Promotion>

/** All promotion levels. The specification's §3. */
export const PROMOTIONS: readonly Promotion[] = ['production', 'staging', 'sandbox']

/** The level that is in force: `only` in an application that has no levels. */
export type Level = Promotion | 'only'

/** A string for all promotion levels, or one value for each level. */
export type PerLevel<Value = string> =
  | string
  | Readonly<Record<Promotion, Value>>
  | Readonly<Record<Capitalize<Promotion>, Value>>

/** The level with this name. */
export const levelNamed = (name: unknown) => PROMOTIONS.find((level) => name === level || name === capitalized(level))

const capitalized = (level: Promotion) => level.replace(/./, (first) => first.toUpperCase()) as Capitalize<Promotion>

/** The value for one level, in a record by level. */
export const valueFor = <Value>(levels: PerLevel<Value>, level: Promotion): Value =>
  (levels as Readonly<Record<Promotion, Value>>)[level] ??
  (levels as Readonly<Record<Capitalize<Promotion>, Value>>)[capitalized(level)]

/** Returns the value for this level. Throws when the setting differs by level and the application has set no level. */
export function atLevel<Value = string>(setting: PerLevel<Value>, level: Level): Value | string {
  if (typeof setting === 'string') return setting
  if (level === 'only') throw noLevel()
  return valueFor(setting, level)
}

/**
 * [spec] §7: the promotion level must be set before it is read, or an error is raised.
 *
 * @param given what was set in the place of a level
 */
export const noLevel = (given?: unknown) =>
  new Error(
    `Telltale cannot start. ${(given ?? undefined) === undefined ? 'The promotion level was read before it was set' : `promotion is "${String(given)}"`}: set promotion to ${PROMOTIONS.join(' or ')}. (T44)`,
  )

/** Whether a value is a string with more than blanks. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/**
 * Returns the path of the string that is missing in a setting: empty for the setting itself, `.staging` for one level.
 * Returns `undefined` when no string is missing.
 */
export function missingText(setting: unknown): string | undefined {
  if (isText(setting)) return undefined
  if (typeof setting !== 'object' || setting === null) return ''
  const level = PROMOTIONS.find((one) => !isText(valueFor(setting as PerLevel<unknown>, one)))
  return level && `.${level}`
}

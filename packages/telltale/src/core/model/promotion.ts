/** The promotion level of a build of the application. */
export type Promotion = 'production' | 'staging' | 'sandbox'

/** All promotion levels. The specification's §3. */
export const PROMOTIONS: readonly Promotion[] = ['production', 'staging', 'sandbox']

/** The level that is in force: `only` in an application that has no levels. */
export type Level = Promotion | 'only'

/** A string for all promotion levels, or one value for each level. */
export type PerLevel<Value = string> = string | Readonly<Record<Promotion, Value>>

/** Returns the value for this level. Throws when the setting differs by level and the application has set no level. */
export function atLevel<Value = string>(setting: PerLevel<Value>, level: Level): Value | string {
  if (typeof setting === 'string') return setting
  if (level === 'only') throw noLevel()
  return setting[level]
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
  const texts = setting as Readonly<Partial<Record<Promotion, unknown>>>
  const level = PROMOTIONS.find((one) => !isText(texts[one]))
  return level && `.${level}`
}

import { PROMOTIONS, type PerLevel, type Promotion } from './promotion.ts'

/** The text for this level; `undefined` while the level is not known and the texts differ by level. */
export const atLevel = (setting: PerLevel, level: Promotion | undefined): string | undefined =>
  typeof setting === 'string' ? setting : level && setting[level]

/**
 * The path of the text that is missing in what an application has set: empty for the setting itself, `.staging` for one level.
 * `undefined` when there is none missing.
 */
export function missingText(setting: unknown): string | undefined {
  if (typeof setting === 'string' && setting !== '') return undefined
  if (typeof setting !== 'object' || setting === null) return ''
  const texts = setting as Readonly<Partial<Record<Promotion, unknown>>>
  const level = PROMOTIONS.find((one) => typeof texts[one] !== 'string' || texts[one] === '')
  return level && `.${level}`
}

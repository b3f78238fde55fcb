import { COOKIEBOT, type CookiebotCategory } from './consent/cookiebot.ts'
import { type Purposes, toolReader } from './consent/toolReader.ts'
import type { ConsentReader } from './core/consentPart.ts'
import { toolPage } from './platform/toolPage.ts'

/**
 * Reads what users decide in Cookiebot. Until a user has decided, nothing is told.
 *
 * @param categories - the purposes of each category of Cookiebot
 * @example
 * ```ts
 * consent({ reader: cookiebot({ statistics: 'analytics', marketing: 'messaging' }) })
 * ```
 * @throws a sentence that says what to do, when a category has no purpose, or Cookiebot has no such category
 */
export const cookiebot = (categories: Readonly<Partial<Record<CookiebotCategory, Purposes>>>): ConsentReader =>
  toolReader(COOKIEBOT, categories, toolPage)

export type { ConsentReader, CookiebotCategory, Purposes }

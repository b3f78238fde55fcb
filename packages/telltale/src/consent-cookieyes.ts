import { COOKIE_YES } from './consent/cookieYes.ts'
import { type Purposes, toolReader } from './consent/toolReader.ts'
import type { ConsentReader } from './core/consentPart.ts'
import { toolPage } from './platform/toolPage.ts'

/**
 * Reads what users decide in CookieYes. Until a user has decided, nothing is told; under an opt-out law such as that of California, and where
 * no law applies, what CookieYes allows from the beginning counts.
 *
 * @param categories - the purposes of each category of CookieYes, by its slug
 * @example
 * ```ts
 * consent({ reader: cookieYes({ analytics: 'analytics', functional: ['monitoring', 'messaging'] }) })
 * ```
 * @throws a sentence that says what to do, when a category has no purpose
 */
export const cookieYes = (categories: Readonly<Record<string, Purposes>>): ConsentReader =>
  toolReader(COOKIE_YES, categories, toolPage)

export type { ConsentReader, Purposes }

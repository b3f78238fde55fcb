import { ONE_TRUST } from './consent/oneTrust.ts'
import { type Purposes, toolReader } from './consent/toolReader.ts'
import type { ConsentReader } from './core/consentPart.ts'
import { toolPage } from './platform/toolPage.ts'

/**
 * Reads what users decide in OneTrust. Until a user has decided, nothing is told; where its consent model is opt-out or implied consent, the
 * groups that are active from the beginning count.
 *
 * @param categories - the purposes of each group of OneTrust, by its id
 * @example
 * ```ts
 * consent({ reader: oneTrust({ C0002: 'analytics', C0003: ['monitoring', 'messaging'] }) })
 * ```
 * @throws a sentence that says what to do, when a category has no purpose
 */
export const oneTrust = (categories: Readonly<Record<string, Purposes>>): ConsentReader =>
  toolReader(ONE_TRUST, categories, toolPage)

export type { ConsentReader, Purposes }

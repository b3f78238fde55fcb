import { isRecord } from '../core/lib/json.ts'
import type { Tool } from './toolReader.ts'

/**
 * CookieYes. Its documentation has `getCkyConsent()`, and two events of the document: `cookieyes_banner_load` at each load, and
 * `cookieyes_consent_update` at each choice. The WordPress plugin that is not connected to the web application lacks the first one. Seen in the
 * script, and not documented: where no law applies it allows all categories, and `activeLaw` is empty.
 */
export const COOKIE_YES: Tool = {
  what: 'cookieYes',
  name: 'cookieyes',
  events: ['cookieyes_banner_load', 'cookieyes_consent_update'],
  read({ global }) {
    const ask = global('getCkyConsent')
    if (typeof ask !== 'function') return undefined
    const { activeLaw, categories, isUserActionCompleted } = (ask as () => Answer)()
    if (!isRecord(categories)) return null
    const isAllowedByAll = Object.values(categories).every((is) => is === true)
    // Under an opt-out law the defaults count. `activeLaw` is empty before the script is ready, too; no category is allowed then.
    const isDecided = isUserActionCompleted === true || activeLaw === 'ccpa' || (activeLaw === '' && isAllowedByAll)
    if (!isDecided) return null
    return (category) => (Object.hasOwn(categories, category) ? categories[category] === true : undefined)
  },
  isAssumed: ({ global }) => (global('getCkyConsent') as () => Answer)().isUserActionCompleted !== true,
}

interface Answer {
  readonly activeLaw?: unknown
  readonly categories?: unknown
  readonly isUserActionCompleted?: unknown
}

import { isRecord } from '../core/lib/json.ts'
import type { Tool } from './toolReader.ts'

/** The categories of Cookiebot that need consent. */
export type CookiebotCategory = 'preferences' | 'statistics' | 'marketing'

/**
 * Cookiebot. Its page for developers has the properties and the events, which are of the window. `CookiebotOnAccept` and `CookiebotOnDecline` come
 * at each load, too, of a user who has decided; those of the dialogue, before anybody has. Not confirmed: whether `hasResponse` is true where
 * Cookiebot assumes consent without a dialogue, so `consented` and `declined` count as well.
 */
export const COOKIEBOT: Tool = {
  what: 'cookiebot',
  name: 'cookiebot',
  events: ['ConsentReady', 'Accept', 'Decline', 'Load', 'DialogInit', 'DialogDisplay'].map(
    (one) => `CookiebotOn${one}`,
  ),
  categories: ['preferences', 'statistics', 'marketing'] satisfies CookiebotCategory[],
  read({ global }) {
    // Its script tag has the id `Cookiebot`: until the script runs, the variable of this name is the element.
    const tool = global('Cookiebot')
    const consent = isRecord(tool) && tool['consent']
    if (!isRecord(tool) || !isRecord(consent)) return undefined
    if (!['hasResponse', 'consented', 'declined'].some((name) => tool[name] === true)) return null
    return (category) => consent[category] === true
  },
}

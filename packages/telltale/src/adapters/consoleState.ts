import { writeJson } from '../core/lib/json.ts'
import { isOverridden } from '../core/model/flag.ts'
import type { Identity, KnownIdentity } from '../core/model/identity.ts'
import type { ObservedLayer } from '../core/observer.ts'
import type { Platform } from '../core/ports/platform.ts'

/** The longest JSON of an overridden value, in characters, and the most overrides of a report. */
const MAX_VALUE = 200
const MAX_OVERRIDES = 100
/** Under this key, the tabs of a browser find out that they are of one browser. */
const BROWSER = 'console'

/** What a page says of itself in each report. */
export function present({ app, identity, flags, destinations }: ObservedLayer, page: Platform['page']) {
  const who = identity.current.get()
  // The user of an earlier page is shown, and who-am-i has not answered yet.
  const isRemembered = who.status === 'known' && identity.confirmed.get().status !== 'known'
  return {
    page: page.url().replace(/[?#].*/, ''),
    app,
    ...(who.status === 'known' ? { identity: who.person.unique_identity } : { identity: null, noUser: noUser(who) }),
    ...(isRemembered && { isRemembered }),
    flags: flags.status.get(),
    destinations,
  }
}

/** Why the page names no user. An older console ignores it. */
const noUser = (who: Exclude<Identity, KnownIdentity>) => (who.status === 'resolving' ? who.status : who.reason)

/** The id that the browser has at this origin, made from that of its first tab. `undefined` where nothing is kept. */
export function browserOf(storage: Platform['storage'], tab: string) {
  const known = storage.get(BROWSER)
  return known ?? (storage.set(BROWSER, tab) ? tab : undefined)
}

/** Returns what gives the flags that show another value, with it. With thousands of flags, they are looked for after a change only. */
export function overriddenIn(flags: ObservedLayer['flags']) {
  let seen: object | undefined
  let found: readonly { readonly key: string; readonly value: string }[] = []
  return () => {
    const all = flags.allFlags()
    if (all !== seen) {
      seen = all
      const keys = Object.keys(all).filter((key) => isOverridden(flags.getFlag(key)))
      found = keys.slice(0, MAX_OVERRIDES).map((key) => ({ key, value: writeJson(all[key]).slice(0, MAX_VALUE) }))
    }
    return found
  }
}

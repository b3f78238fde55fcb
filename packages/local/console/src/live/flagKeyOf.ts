import { remembered } from '../format/remembered.ts'
import { plainFlag } from './plainFlag.ts'

/** Keys by what is left of them in the names of events. Of several that are left as one, none is known. */
const keysByPlain = remembered((keys: readonly string[]) => {
  const found = new Map<string, string | undefined>()
  for (const key of new Set(keys)) found.set(plainFlag(key), found.has(plainFlag(key)) ? undefined : key)
  return found
})

/** The key of the flag with this name in events, such as `new-pricing` of `new_pricing`. The name itself if no flag, or several, may be meant. */
export const flagKeyOf = (name: string, keys: readonly string[]): string =>
  keysByPlain(keys).get(plainFlag(name)) ?? name

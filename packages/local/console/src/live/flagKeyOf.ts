import { plainFlag } from './plainFlag.ts'

/** The key of the flag with this name in events, such as `new-pricing` of `new_pricing`. The name itself if no flag, or several, may be meant. */
export function flagKeyOf(name: string, keys: readonly string[]): string {
  const [key, ...others] = new Set(keys.filter((one) => plainFlag(one) === plainFlag(name)))
  return key === undefined || others.length > 0 ? name : key
}

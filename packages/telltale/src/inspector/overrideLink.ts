import { attempt } from '../core/lib/attempt.ts'
import { isRecord, isShallow, parseJson } from '../core/lib/json.ts'
import { base64Url } from '../core/lib/text.ts'
import type { Json } from '../core/model/json.ts'
import type { ObservedLayer } from '../core/observer.ts'

/** The parameter of an address that has overrides. */
const PARAMETER = 'telltale-overrides'
/** The longest parameter, in characters: some servers refuse longer addresses. */
const MAX_LINK = 8_000

const PATTERN = new RegExp(`([?&])${PARAMETER}=([^&#]*)(&?)`)

/** The address of this page with overrides for the layer of this name. `undefined` if it would be too long. */
export function linkWith(app: string, values: ReadonlyMap<string, Json>): string | undefined {
  const coded = base64Url(JSON.stringify({ app, flags: Object.fromEntries(values) }))
  if (coded.length > MAX_LINK) return undefined
  const address = new URL(document.URL)
  address.searchParams.set(PARAMETER, coded)
  return address.href
}

/**
 * Reads the overrides in the address, once, and takes them out of it. Those of another layer of the page are left. What is no JSON of
 * `linkWith` is reported, and ignored.
 */
export function takeLink({ app, warn }: Pick<ObservedLayer, 'app' | 'warn'>): ReadonlyMap<string, Json> {
  const [, , coded] = PATTERN.exec(location.search) ?? []
  if (coded === undefined) return new Map()
  const given = coded.length > MAX_LINK ? undefined : attempt(() => parseJson(textOf(coded)))
  const flags = isRecord(given) && isRecord(given['flags']) && isShallow(given['flags']) ? given['flags'] : undefined
  if (flags && isRecord(given) && given['app'] !== app) return new Map()
  removeLink()
  if (!flags) warn(`The overrides in the address are ignored: they are no link of an inspector, or too long. (T181)`)
  return new Map(Object.entries(flags ?? {}) as [string, Json][])
}

/** As it was written: `URLSearchParams` would write the other parameters anew. */
function removeLink() {
  let { search } = location
  // Of several, the first one was read. Another one would be read after a reload.
  while (PATTERN.test(search))
    search = search.replace(PATTERN, (...[, sign, , next]: string[]) => (next ? (sign ?? '') : ''))
  // A router keeps its own state in the entry of the history.
  attempt(() => history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`))
}

/** The text of `base64Url`. Throws if it is none. */
function textOf(coded: string): string {
  const binary = atob(coded.replaceAll('-', '+').replaceAll('_', '/'))
  const escapes = [...binary].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return decodeURIComponent(escapes.join(''))
}

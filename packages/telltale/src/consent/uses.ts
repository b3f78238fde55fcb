import { isGiven } from '../core/optionTable.ts'

/**
 * What the layer keeps in `localStorage` and sends by itself, by the name under which the settings give it another purpose: its purpose by default,
 * and its keys: `:` at the end stands for anything that follows, and `*` for the space of the application and what follows it. What is not here is necessary: the salt of digests, and the decisions themselves. The table in the documentation
 * and what real browsers have are checked against it.
 */
const USES: Readonly<Record<string, readonly [purpose: string, ...keys: string[]]>> = {
  rememberedIdentity: ['necessary', 'identity'],
  flagCache: ['necessary', 'flags', 'etags'],
  flagKey: ['analytics', 'context-key:'],
  flagEvents: ['analytics', 'flag-events:'],
  visitor: ['analytics', 'visitor:*', 'visitor-signs-in:*', 'visitor-signed-in:*'],
  session: ['analytics', 'visit:*', 'session:*'],
  exposures: ['analytics', 'exposures:*'],
  // As long as one destination may have events.
  events: ['', 'unwritten:*', 'flagset:*', 'fates:*', 'used:*', 'recovered:*', 'dropped:*'],
}

/** The beginning of the key that says which user a vendor's script has. Its name follows. */
const TOLD = 'told:'

/**
 * For what a key is kept: a use, the name of a vendor, or `undefined` if it is necessary, or belongs to another application of the origin.
 *
 * @param space the space of the application
 */
export function usedFor(key: string, space: string): string | undefined {
  if (key.startsWith(TOLD)) return key.slice(TOLD.length)
  const isOf = (form: string) => {
    const start = form.replace('*', space)
    const isWhole = form.endsWith(':') || [undefined, ...(form === start ? [] : ['#', ' '])].includes(key[start.length])
    return key.startsWith(start) && isWhole
  }
  return Object.entries(USES).find(([, [, ...keys]]) => keys.some(isOf))?.[0]
}

/** The settings of a layer that name destinations. */
export interface NamedParts {
  /** Flags that need consent say for which purpose. */
  readonly flags?: object | undefined
  readonly analytics?: Named | undefined
  readonly monitoring?: Named | undefined
  readonly messaging?: Named | undefined
  readonly destinations?: readonly Named[] | undefined
}

interface Named {
  readonly name: string
}

/** The destinations of a layer, each with its purpose by default. */
export function destinationsIn({ analytics, monitoring, messaging, destinations }: NamedParts) {
  const all = { analytics: [analytics, ...(destinations ?? [])], monitoring: [monitoring], messaging: [messaging] }
  return Object.entries(all).flatMap(([purpose, parts]) =>
    parts.filter(isGiven).map(({ name }) => [name, purpose] as const),
  )
}

/**
 * The purpose of each destination and use, by its name. `unknown` are the given names that are neither.
 *
 * @param flags the purpose of flags, and of what is remembered of them
 */
export function purposesOf(
  destinations: ReturnType<typeof destinationsIn>,
  given: Readonly<Record<string, string>>,
  flags?: string,
) {
  const uses = Object.entries(USES).flatMap(([use, [purpose]]) => (purpose ? [[use, purpose] as const] : []))
  const purposes = new Map<string, string>([...uses, ...destinations])
  if (flags !== undefined) for (const use of ['flags', 'flagCache']) purposes.set(use, flags)
  const unknown = Object.keys(given).filter((name) => !purposes.has(name))
  for (const [name, purpose] of Object.entries(given)) if (purposes.has(name)) purposes.set(name, purpose)
  return { purposes, unknown }
}

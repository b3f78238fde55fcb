import type { ObservedLayer } from '../../core/observer.ts'
import { PLACED, reactReaders, type ReactReaders } from './reactReaders.ts'

/** How often the components of the page are searched, in milliseconds. */
const LOOK_EVERY_MS = 2_000
/** The maximum number of components that are named for a flag. */
const MAX_NAMES = 8

/** Says who reads each flag, from the moment when the panel is opened: until then, a read costs nothing more. */
export function flagReaders({ flags, on }: Pick<ObservedLayer, 'flags' | 'on'>) {
  const heard = new Set<string>()
  let lookedAt = 0
  let components: ReactReaders | undefined
  return {
    stop: on('exposure', ({ key }) => heard.add(key)),
    look() {
      if (Date.now() - lookedAt >= LOOK_EVERY_MS) {
        lookedAt = Date.now()
        components = reactReaders(flags)
      }
      return (key: string): string => wordsOf(components, key, heard.has(key))
    },
  }
}

/** The maximum number of components without a name whose places are named for a flag. */
const MAX_PLACES = 3

/** Readers in words, by name and count. A bundler has shortened the names of those that are named by their place. */
export function namesOf(components: readonly (readonly [name: string, count: number])[]): readonly string[] {
  const counted = ([name, count]: readonly [string, number]) => (count > 1 ? `${name} (${count})` : name)
  const placed = components.filter(([name]) => name.startsWith(PLACED))
  const rest = placed.slice(MAX_PLACES).reduce((sum, [, count]) => sum + count, 0)
  return [
    ...components.filter(([name]) => !name.startsWith(PLACED)).map(counted),
    ...placed.slice(0, MAX_PLACES).map(counted),
    ...(rest === 0 ? [] : [`${rest} with minified names elsewhere`]),
  ]
}

function wordsOf(components: ReactReaders | undefined, key: string, isHeard: boolean): string {
  const names = namesOf([...(components?.get(key) ?? [])])
  if (names.length > 0) {
    const rest = names.length - MAX_NAMES
    return `Read by ${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
  }
  if (isHeard) return 'Read since the panel was opened, but by no component that is on the page.'
  return components ? 'Read by no component that is on the page.' : 'Not read since the panel was opened.'
}

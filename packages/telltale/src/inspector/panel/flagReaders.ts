import type { ObservedLayer } from '../../core/observer.ts'
import { reactReaders, type ReactReader, type ReactReaders } from './reactReaders.ts'

/** How often the components of the page are searched, in milliseconds. */
const LOOK_EVERY_MS = 2_000
/** The maximum number of components that are named for a flag. */
const MAX_NAMES = 8

/** Who reads a flag. */
export interface FlagReaders {
  readonly words: string
  /** Where they are in the page. */
  readonly elements: readonly Element[]
}

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
      return (key: string): FlagReaders => {
        const own = components?.get(key) ?? []
        return {
          words: own.length > 0 ? namesOf(own) : wordsOf(components, heard.has(key)),
          elements: [...new Set(own.flatMap(({ element }) => element ?? []))],
        }
      }
    },
  }
}

/** Components by name and count. Those without a name are only counted. */
export function namesOf(readers: readonly Pick<ReactReader, 'name'>[]): string {
  const counts = new Map<string, number>()
  for (const { name } of readers) if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  const named = [...counts].slice(0, MAX_NAMES)
  const rest = readers.length - named.reduce((sum, [, count]) => sum + count, 0)
  if (named.length === 0) return `Read by ${rest === 1 ? 'a component' : `${rest} components`}.`
  const names = named.map(([name, count]) => (count > 1 ? `${name} (${count})` : name)).join(', ')
  return `Read by ${names}${rest > 0 ? ` and ${rest} more` : ''}.`
}

function wordsOf(components: ReactReaders | undefined, isHeard: boolean): string {
  if (isHeard) return 'Read since the panel was opened, but by no component that is on the page.'
  return components ? 'Read by no component that is on the page.' : 'Not read since the panel was opened.'
}

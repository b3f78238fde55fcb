import type { Host } from '../core/host.ts'
import { isRecord } from '../core/lib/json.ts'
import { checkedPaths } from './checkSettings.ts'

/** The settings that are not in the table of checks. */
const UNCHECKED = ['promotion', 'app.platform', 'app.multiPage', 'app.internal', 'definitions', 'silent']

/** Reports settings that do not exist. It is in the lazy chunk, because nothing waits for it. */
export function reportUnknownSettings(settings: object, bus: Host['bus']): void {
  const unknown = unknownSettings(settings)
  if (unknown.length === 0) return
  bus.publish('problem', { where: 'settings', message: `Unknown settings are ignored: ${unknown.join(', ')}. (T42)` })
}

/**
 * The names of settings that do not exist, such as `destination`, each with the one that may be meant. JavaScript callers and
 * spread objects may have some.
 */
export function unknownSettings(settings: object): string[] {
  const paths = [...checkedPaths(), ...UNCHECKED]
  // A setting that is given is not meant by another name: `ap` beside `app` is `api`.
  const missing = [...paths, ...paths.map((path) => path.split('.')[0] ?? path)].filter((path) => !(path in settings))
  const unknown = Object.entries(settings).flatMap(([name, value]) => {
    if (paths.includes(name)) return []
    if (!paths.some((path) => path.startsWith(`${name}.`))) return [name]
    const inner = isRecord(value) ? Object.keys(value).map((key) => `${name}.${key}`) : []
    return inner.filter((path) => !paths.includes(path))
  })
  return unknown.map((path) => {
    const meant = closest(path, missing)
    return meant ? `${path} (${meant}?)` : path
  })
}

/** The most wrong letters that still count as a slip. */
const MAX_WRONG = 2

/**
 * The known word that was probably meant, or `undefined` if none is similar. At most one letter in three may be wrong: among
 * short words, any other one would be similar.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
  for (let wrong = 0; wrong <= MAX_WRONG; wrong++) {
    const found = known.find(
      (other) => other.length >= 3 * wrong && isWithin(wrong, word.toLowerCase(), other.toLowerCase()),
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether one word becomes the other when at most `wrong` letters are changed, added, removed or swapped with the next. */
function isWithin(wrong: number, one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isWithin(wrong, a, b)
  const isSwapped = one[0] === b[0] && a[0] === other[0]
  return (
    wrong > 0 &&
    (isWithin(wrong - 1, a, other) ||
      isWithin(wrong - 1, one, b) ||
      isWithin(wrong - 1, a, b) ||
      (isSwapped && isWithin(wrong - 1, a.slice(1), b.slice(1))))
  )
}

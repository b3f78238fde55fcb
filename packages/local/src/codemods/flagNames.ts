/** A flag of the project's flags.json. */
export interface KnownFlag {
  readonly key: string
  /** The value of the off variation. */
  readonly default: unknown
}

/** A flag's key, and whether it is certain. */
export interface FoundKey {
  readonly key: string
  readonly isCertain: boolean
}

/**
 * The key of the flag that LaunchDarkly's React SDK gives this name. The SDK turns keys into camel case, which cannot be
 * reversed with certainty, so a key of flags.json that has this name is preferred.
 */
export function keyOf(name: string, known: readonly { readonly key: string }[]): FoundKey {
  const match = known.find(({ key }) => key === name) ?? known.find(({ key }) => camelCase(key) === name)
  if (match) return { key: match.key, isCertain: true }
  const isPlain = /^[a-z]+(?:[A-Z][a-z]+)*$/.test(name)
  return isPlain ? { key: kebabCase(name), isCertain: true } : { key: kebabCase(name), isCertain: false }
}

/** Converts as lodash's `camelCase` does, which the SDK uses. */
export function camelCase(key: string): string {
  const words = key.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}|\d+/gu) ?? []
  return words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')
}

function kebabCase(name: string): string {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{L})(\d)/gu, '$1-$2')
    .toLowerCase()
}

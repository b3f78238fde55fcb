import ignore from 'ignore'

/** A .gitignore. `base` is the path from the root of the repository to its folder: empty, or with `/` at its end. */
export interface Gitignore {
  readonly base: string
  readonly text: string
}

/**
 * Whether git ignores a path, which is relative to the root of the repository and ends with `/` if it is a folder.
 *
 * @param files those that may apply to it, with that of the root first
 */
export function isIgnored(path: string, files: readonly Gitignore[]): boolean {
  const decisions = files
    .filter(({ base }) => path.startsWith(base) && path !== base)
    .map(({ base, text }) => ignore().add(text).test(path.slice(base.length)))
  // The file that is nearest to the path decides.
  return decisions.filter(({ ignored, unignored }) => ignored || unignored).at(-1)?.ignored ?? false
}

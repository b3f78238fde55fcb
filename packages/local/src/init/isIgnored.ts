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
  // [spec] gitignore(5): it is not possible to include a file again if a folder above it is ignored.
  return pathsTo(path).some((part) => {
    const patterns = files.flatMap(({ base, text }) =>
      part.startsWith(base) ? patternsFor(part.slice(base.length), text) : [],
    )
    // The last pattern that matches decides.
    const last = patterns.at(-1)
    return last !== undefined && !last.startsWith('!')
  })
}

/** The folders above a path, and the path itself: `a/`, `a/b/`, `a/b/c`. */
function pathsTo(path: string): string[] {
  const names = path.match(/[^/]+\/?/g) ?? []
  return names.map((_, index) => names.slice(0, index + 1).join(''))
}

/** The patterns that match a path, which is relative to the folder of this .gitignore. */
function patternsFor(path: string, text: string): string[] {
  return text.split(/\r?\n/).filter((line) => matches(path, line.replace(/^!/, '').trimEnd()))
}

function matches(path: string, pattern: string): boolean {
  const isFolder = path.endsWith('/')
  if (pattern === '' || pattern.startsWith('#') || (pattern.endsWith('/') && !isFolder)) return false
  const body = pattern.replace(/\/$/, '')
  // A pattern with a slash before its end matches from the folder of its file, and any other one in each folder.
  const anywhere = body.includes('/') ? '' : '(.*/)?'
  const source = body.replace(/^\//, '').replace(/\[[^\]]+\]|\*\*\/|\/\*\*$|[^]/g, inRegExp)
  try {
    return new RegExp(`^${anywhere}${source}$`).test(isFolder ? path.slice(0, -1) : path)
  } catch {
    // A range such as [z-a], which matches nothing.
    return false
  }
}

/** A part of a pattern as a part of a regular expression. */
function inRegExp(part: string): string {
  if (part === '**/') return '(.*/)?'
  if (part === '/**') return '/.*'
  if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
  if (part === '*') return '[^/]*'
  return part === '?' ? '[^/]' : part.replace(/[\\^$.|+()[\]{}]/, String.raw`\$&`)
}

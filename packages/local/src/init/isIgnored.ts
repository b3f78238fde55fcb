/** Whether git ignores a file in the folder of this .gitignore. */
export function isIgnored(name: string, gitignore: string): boolean {
  // The last pattern that matches decides.
  const pattern = gitignore
    .split(/\r?\n/)
    .filter((line) => matches(name, line.replace(/^!/, '').trimEnd()))
    .at(-1)
  return pattern !== undefined && !pattern.startsWith('!')
}

function matches(name: string, pattern: string): boolean {
  const inFolder = pattern.replace(/^(\*\*)?\//, '')
  // A pattern that ends with a slash matches folders only, and one with a slash inside matches in another folder.
  if (inFolder === '' || pattern.startsWith('#') || inFolder.includes('/')) return false
  const source = inFolder.replace(/\[[^\]]+\]|[^]/g, (part) => {
    if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    if (part === '*') return '.*'
    return part === '?' ? '.' : part.replace(/[\\^$.|+()[\]{}]/, String.raw`\$&`)
  })
  try {
    return new RegExp(`^${source}$`).test(name)
  } catch {
    // A range such as [z-a], which matches nothing.
    return false
  }
}

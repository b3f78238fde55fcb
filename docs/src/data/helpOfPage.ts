/** An entry of a list: two spaces, its name, and at least two more before its explanation. */
const ENTRY = /^ {2}(\S.*?) {2,}(\S.*)$/

/**
 * What a command prints with `--help`, for a page of any width: the explanation of an entry is below its name, and paragraphs are
 * not broken into lines.
 */
export function helpOfPage(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const [, name, explanation] = ENTRY.exec(line) ?? []
    const before = lines.at(-1)
    if (name && explanation) lines.push(`  ${name}`, `      ${explanation}`)
    else if (before && line.trim() && !before.endsWith(':')) lines.push(`${lines.pop()} ${line.trim()}`)
    else lines.push(line)
  }
  return lines.join('\n')
}

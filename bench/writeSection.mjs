import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

const RESULTS = new URL('RESULTS.md', import.meta.url)
const TITLE = '# Results\n'

/**
 * Replaces one benchmark's section of RESULTS.md, or of another document, and leaves the rest as it is.
 *
 * @param {string} name
 * @param {string} text Markdown
 * @param {URL} [file]
 */
export async function writeSection(name, text, file = RESULTS) {
  const before = existsSync(file) ? await readFile(file, 'utf8') : TITLE
  await writeFile(file, replaceSection(before, name, text))
}

/** @param {string} document @param {string} name @param {string} text */
export function replaceSection(document, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const section = `${begin}\n\n${text.trim()}\n\n${end}`
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) return `${document.trimEnd()}\n\n${section}\n`
  return document.slice(0, from) + section + document.slice(to + end.length)
}

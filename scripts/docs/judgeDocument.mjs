import { posix } from 'node:path'

/** What a name in backticks ends with when it is that of a file of this repository. */
const FILE = /\.(md|ts|tsx|mjs|js|json|html|css|png|svg|yml|yaml|sh)$/

/**
 * @typedef {object} Ground
 * @property {(path: string) => boolean} exists takes a path from the root
 * @property {ReadonlySet<string>} fileNames of all files, without their folders
 * @property {readonly string[]} scripts names that `npm run` knows
 * @property {(path: string) => readonly string[]} headings anchors of a document
 */

/**
 * Links, paths and commands that a document names, and that are not there.
 *
 * @param {string} path of the document, from the root
 * @param {string} text
 * @param {Ground} ground
 * @returns {string[]}
 */
export function judgeDocument(path, text, ground) {
  const findings = []
  const prose = withoutFences(text)
  for (const { line, target } of linksIn(prose)) {
    const sentence = judgeLink(path, target, ground)
    if (sentence) findings.push(`${path}:${line}  ${sentence}`)
  }
  for (const { line, name } of namesIn(prose)) {
    if (!isThere(path, name, ground)) findings.push(`${path}:${line}  There is no ${name}.`)
  }
  for (const { line, script } of commandsIn(text)) {
    if (!ground.scripts.includes(script)) findings.push(`${path}:${line}  There is no command "npm run ${script}".`)
  }
  return findings
}

/**
 * The anchors under which the headings of a document can be linked to.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function anchorsOf(text) {
  return linesOf(withoutFences(text)).flatMap(({ line: content }) => {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(content)?.[1]
    if (!heading) return []
    return [
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ]
  })
}

/** @param {string} from @param {string} target @param {Ground} ground */
function judgeLink(from, target, { exists, headings }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return undefined
  const [file = '', anchor] = target.split('#')
  const to = file === '' ? from : posix.join(posix.dirname(from), decodeURI(file))
  if (!exists(to)) return `The link leads to ${to}, which is not there.`
  if (anchor && to.endsWith('.md') && !headings(to).includes(anchor)) return `There is no heading #${anchor} in ${to}.`
  return undefined
}

/**
 * A path may be meant from the root, from the document or from the source folder it is about; a name alone, of any file.
 *
 * @param {string} from
 * @param {string} name
 * @param {Ground} ground
 */
function isThere(from, name, { exists, fileNames }) {
  if (fileNames.has(name)) return true
  const home = posix.dirname(from)
  const starts = ['', home, `${home}/src`, 'packages/telltale', 'packages/telltale/src']
  return starts.some((folder) => exists(posix.join(folder, name)))
}

/** @param {string} text */
function linksIn(text) {
  return linesOf(text).flatMap(({ line: content, number }) => {
    const inline = [...content.matchAll(/\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
    const named = [...content.matchAll(/^\s*\[[^\]]+\]:\s*<?([^\s>]+)/g)]
    const html = [...content.matchAll(/\b(?:src|href|srcset)="([^"]+)"/g)]
    return [...inline, ...named, ...html].map(([, target = '']) => ({ line: number, target }))
  })
}

/** Names in backticks that read as a path of this repository: nothing in them stands for something else. @param {string} text */
function namesIn(text) {
  return linesOf(text).flatMap(({ line: content, number }) =>
    [...content.matchAll(/`([^`]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => /^[\w@./-]+$/.test(name) && !name.startsWith('/') && !name.startsWith('@') && isPath(name))
      .map((name) => ({ line: number, name })),
  )
}

/** @param {string} name */
function isPath(name) {
  return (
    name.endsWith('/') ||
    (FILE.test(name) && !name.startsWith('.')) ||
    /^(packages|apps|scripts|e2e|contract|bench|\.ci)\//.test(name)
  )
}

/** @param {string} text */
function commandsIn(text) {
  return linesOf(text).flatMap(({ line: content, number }) =>
    [...content.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, script = '']) => ({ line: number, script })),
  )
}

/** Code blocks hold examples, whose paths are those of an application. Their lines stay, empty. @param {string} text */
function withoutFences(text) {
  let isInside = false
  return text
    .split('\n')
    .map((line) => {
      const isFence = /^\s*(```|~~~)/.test(line)
      if (isFence) isInside = !isInside
      return isFence || isInside ? '' : line
    })
    .join('\n')
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').map((line, index) => ({ line, number: index + 1 }))
}

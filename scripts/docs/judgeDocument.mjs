import { posix } from 'node:path'

/** What a name in backticks ends with when it is that of a file of this repository. */
const FILE = /^[^.].*\.(md|ts|tsx|mjs|js|json|html|css|png|svg|yml|yaml|sh)$/

/** Links and images, definitions of links, and HTML. */
const LINKS = [
  /\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g,
  /^\s*\[[^\]]+\]:\s*<?([^\s>]+)/g,
  /\b(?:src|href|srcset)="([^"]+)"/g,
]

/** The folder of the documentation site. A link of its pages that begins with a slash leads to another of them: `/guides/testing/`. */
const SITE = 'docs/src/content/docs'

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
export function judgeDocument(path, text, { exists, fileNames, scripts, headings }) {
  const home = posix.dirname(path)
  const prose = withoutFences(text).map((line) => [
    ...LINKS.flatMap((link) => [...line.matchAll(link)].map(([, target = '']) => judgeLink(target))),
    ...[...line.matchAll(/`([\w.-][\w@./-]*)`/g)].map(([, name = '']) => judgeName(name)),
  ])
  return text.split('\n').flatMap((line, index) => {
    const commands = [...line.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, script = '']) =>
      scripts.includes(script) ? undefined : `There is no command "npm run ${script}".`,
    )
    const sentences = [...(prose[index] ?? []), ...commands].filter((sentence) => sentence !== undefined)
    return sentences.map((sentence) => `${path}:${index + 1}  ${sentence}`)
  })

  /** @param {string} target */
  function judgeLink(target) {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return undefined
    const [file = '', anchor] = target.split('#')
    const to = file === '' ? path : fileOf(decodeURI(file))
    if (!exists(to)) return `The link leads to ${to}, which is not there.`
    const isKnown = !anchor || !to.endsWith('.md') || headings(to).includes(anchor)
    return isKnown ? undefined : `There is no heading #${anchor} in ${to}.`
  }

  /** @param {string} file */
  function fileOf(file) {
    if (!file.startsWith('/') || !path.startsWith(`${SITE}/`)) return posix.join(home, file)
    const page = posix.join(SITE, file).replace(/\/$/, '')
    return ['.md', '.mdx', '/index.md', '/index.mdx'].map((end) => page + end).find(exists) ?? page
  }

  /** A path may be meant from the root, from the document or from the source folder it is about; a name alone, of any file. @param {string} name */
  function judgeName(name) {
    const isPath =
      name.endsWith('/') || FILE.test(name) || /^(packages|apps|scripts|e2e|contract|bench|\.ci)\//.test(name)
    const starts = ['', home, `${home}/src`, 'packages/telltale', 'packages/telltale/src']
    const isThere = fileNames.has(name) || starts.some((folder) => exists(posix.join(folder, name)))
    return isPath && !isThere ? `There is no ${name}.` : undefined
  }
}

/** The anchors under which the headings of a document can be linked to. @param {string} text */
export function anchorsOf(text) {
  return withoutFences(text).flatMap((line) => {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]?.toLowerCase()
    return heading ? [heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')] : []
  })
}

/** The lines of a text. Those of code blocks are empty: they hold examples, whose paths are those of an application. @param {string} text */
function withoutFences(text) {
  let isInside = false
  return text.split('\n').map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isInside = !isInside
    return isFence || isInside ? '' : line
  })
}

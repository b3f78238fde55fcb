import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const content = 'docs/src/content/docs'

/** Files of the repository that have a page of their own. @type {Readonly<Record<string, string>>} */
const PAGES = {
  'ARCHITECTURE.md': '/trust/architecture/',
  'bench/RESULTS.md': '/trust/benchmarks/',
  'packages/local/README.md': '/reference/cli/',
}

/**
 * @typedef {object} Node
 * @property {string} type
 * @property {string} [url]
 * @property {string} [value]
 * @property {Node[]} [children]
 */

/**
 * A remark plugin: pages link to one another by the paths of their files, so that the links work in the repository, too. A link to a
 * file that the site does not have becomes the text of the link or the path of the file, since the address of the repository is not
 * known.
 *
 * @param {{ root?: string }} [options] the folder of the repository; needed where this file is part of a bundle
 */
export function siteLinks({ root = repository } = {}) {
  return (/** @type {Node} */ tree, /** @type {{ path?: string }} */ file) => {
    rewrite(tree, relative(root, file.path ?? join(root, content, 'index.md')))
  }
}

/** @param {Node} node @param {string} path of the page from the root of the repository */
function rewrite(node, path) {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    rewrite(child, path)
    if (child.type !== 'link' || !child.url) return [child]
    const url = siteAddress(child.url, path)
    return url === undefined ? withoutLink(child, dirname(path)) : [{ ...child, url }]
  })
}

/**
 * What a link becomes whose file the site does not have. If its text is the name of the file, the path of the file replaces it: many
 * files have the same name.
 *
 * @param {Node} link
 * @param {string} folder
 * @returns {readonly Node[]}
 */
function withoutLink({ url = '', children = [] }, folder) {
  const target = join(folder, decodeURI(url.split('#')[0] ?? ''))
  if (children.length !== 1 || children[0]?.value !== basename(target)) return children
  return [{ type: 'text', value: target.replace(/^packages\/telltale\/src\//, '') }]
}

/**
 * The address on the site of what a page links to; `undefined` if the site does not have it.
 *
 * @param {string} link
 * @param {string} page path of the page from the root of the repository
 */
export function siteAddress(link, page) {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(link)) return link
  const [file = '', anchor] = link.split('#')
  const target = join(dirname(page), decodeURI(file))
  const hash = anchor ? `#${anchor}` : ''
  if (Object.hasOwn(PAGES, target)) return `${PAGES[target]}${hash}`
  const [, name] = new RegExp(`^${content}/(.+)\\.mdx?$`).exec(target) ?? []
  return name === undefined ? undefined : `/${name}/${hash}`.replace(/\/index\/(#|$)/, '/$1')
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const GROUPS = { start: 'Start', guides: 'Guides', reference: 'Reference', trust: 'Trust' }

/**
 * Writes each page as Markdown beside its HTML, and `llms.txt`, which lists them. They are made from the HTML, so that they have what
 * the build has put into a page.
 *
 * @returns {import('astro').AstroIntegration}
 */
export function markdownPages() {
  return {
    name: 'markdown-pages',
    hooks: {
      'astro:build:done': async ({ dir, pages, logger }) => {
        const out = fileURLToPath(dir)
        const paths = pages.map(({ pathname }) => pathname).filter((path) => !path.startsWith('404'))
        const entries = await Promise.all(paths.sort().map((path) => writePage(out, path)))
        await writeFile(join(out, 'llms.txt'), contents(entries))
        logger.info(`${entries.length} pages as Markdown, and llms.txt`)
      },
    },
  }
}

/** @typedef {{ file: string, title: string, description: string }} Entry */

/** @param {string} out @param {string} path @returns {Promise<Entry>} */
async function writePage(out, path) {
  const html = await readFile(join(out, path, 'index.html'), 'utf8')
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
  const file = path === '' ? 'index.md' : `${path.replace(/\/$/, '')}.md`
  const entry = { file, title: plain(title), description: plain(description) }
  const body = String(await processor.process(/<main\b.*<\/main>/s.exec(html)?.[0] ?? ''))
  await writeFile(join(out, file), `# ${entry.title}\n\n> ${entry.description}\n\n${body.replace(/^# .*\n+/m, '')}`)
  return entry
}

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(withoutFurniture)
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-' })

/**
 * @typedef {object} Element
 * @property {string} type
 * @property {string} [tagName]
 * @property {string} [value]
 * @property {Record<string, unknown>} [properties]
 * @property {Element[]} [children]
 */

const FURNITURE = [
  'footer',
  'script',
  'style',
  'svg',
  'button',
  'template',
  'starlight-toc',
  'mobile-starlight-toc',
  'nav',
]

/** Leaves out what is not the text of a page. */
function withoutFurniture() {
  return (/** @type {Element} */ tree) => clean(tree)
}

/** @param {Element} node */
function clean(node) {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'comment') return []
    const { tagName = '', properties = {} } = child
    const classes = Array.isArray(properties['className']) ? properties['className'] : []
    if (FURNITURE.includes(tagName) || classes.includes('sl-anchor-link') || classes.includes('sr-only')) return []
    if (properties['dataMarkdown'] === 'none') return []
    // Of tabs that say the same for several package managers, the first one.
    if (properties['role'] === 'tablist' || (properties['role'] === 'tabpanel' && properties['hidden'])) return []
    clean(child)
    return [child]
  })
  if (node.tagName === 'td') node.children = node.children.flatMap(inOneLine)
}

/**
 * A cell of Markdown has one line: its paragraphs and the items of its lists follow one another.
 *
 * @param {Element} block
 * @returns {Element[]}
 */
function inOneLine(block) {
  const { tagName = '', children = [] } = block
  const text = (/** @type {string} */ value) => ({ type: 'text', value })
  if (tagName === 'p') return [text(' '), ...children]
  if (tagName !== 'ul') return [block]
  const items = children.filter((item) => item.tagName === 'li')
  return items.flatMap((item, index) => [text(index === 0 ? ' ' : ', '), ...(item.children ?? [])])
}

/** @param {string} html */
const plain = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim()

/** @param {readonly Entry[]} entries */
function contents(entries) {
  const line = (/** @type {Entry} */ { file, title, description }) => `- [${title}](/${file}): ${description}`
  const groups = Object.entries(GROUPS).map(([folder, label]) => {
    const own = entries.filter(
      ({ file }) => file.startsWith(`${folder}/`) || (folder === 'start' && file === 'index.md'),
    )
    return `## ${label}\n\n${own.map(line).join('\n')}\n`
  })
  const what =
    'The client-side layer of a web application that knows who is using it, what is switched on for them, and what they did. Each page of its documentation is there as Markdown. `npx telltale mcp` lets a coding agent ask the local services: see /guides/agents.md.'
  return `# Telltale\n\n> ${what}\n\n${groups.join('\n')}`
}

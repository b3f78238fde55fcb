import { parseAst } from 'vite'

/** The code with which a message ends. */
const CODE = /\((T\d+)\)\.?$/
/** Its words are those of the specification. */
const KEPT = new Set(['T34'])

/** A node of the syntax, as ESTree has it. @typedef {{ type: string, start: number, end: number, [part: string]: any }} Node */

/**
 * Leaves of each message of the library its code and what varies: the words are in the documentation, and `telltale explain` prints them.
 * For a production build, where nobody reads most of them.
 *
 * @returns {{ name: string, renderChunk: (code: string) => { code: string, map: null } }}
 */
export const shortMessages = () => ({
  name: 'short-messages',
  renderChunk: (code) => ({ code: withShortMessages(code), map: null }),
})

/** @param {string} code of a module, as JavaScript @returns {string} */
export function withShortMessages(code) {
  if (!/\(T\d+\)/.test(code)) return code
  /** @type {{ start: number, end: number, text: string }[]} */
  const changes = []
  walk(/** @type {Node} */ (parseAst(code)), (node) => {
    const text = shortOf(node, code)
    if (text !== undefined) changes.push({ ...node, text })
    return text !== undefined
  })
  let [short, end] = ['', 0]
  for (const change of changes) {
    // A message keeps its lines, so that a source map stays right.
    const lines = code.slice(change.start, change.end).split('\n').length - change.text.split('\n').length
    short += code.slice(end, change.start) + change.text + '\n'.repeat(Math.max(0, lines))
    end = change.end
  }
  return short + code.slice(end)
}

/** @param {Node} node @param {string} code @returns {string | undefined} */
function shortOf(node, code) {
  if (node.type === 'Literal' && typeof node.value === 'string') {
    const [, name = ''] = CODE.exec(node.value) ?? []
    return name && !KEPT.has(name) ? `"(${name})"` : undefined
  }
  if (node.type !== 'TemplateLiteral') return undefined
  const [, name = ''] = CODE.exec(node.quasis.at(-1)?.value.cooked ?? '') ?? []
  if (!name || KEPT.has(name)) return undefined
  const values = /** @type {Node[]} */ (node.expressions).filter((one) => !isWords(one))
  const texts = values.map(({ start, end }) => `\${${withShortMessages(code.slice(start, end))}} `)
  return `\`${texts.join('')}(${name})\``
}

/** Whether an expression only chooses among words: constants, and conditions with words in both branches. @param {Node} node @returns {boolean} */
function isWords(node) {
  if (node.type === 'Literal') return true
  if (node.type === 'Identifier') return /^[A-Z][A-Z_\d]*$/.test(node.name)
  if (node.type === 'TemplateLiteral') return /** @type {Node[]} */ (node.expressions).every(isWords)
  if (node.type !== 'ConditionalExpression') return false
  return isWords(/** @type {Node} */ (node.consequent)) && isWords(/** @type {Node} */ (node.alternate))
}

/** Calls a function with each node, the outer ones first, until it returns true. @param {Node} node @param {(node: Node) => boolean} visit */
function walk(node, visit) {
  if (visit(node)) return
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit)
}

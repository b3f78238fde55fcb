import { breakable, textOf } from './breakable.mjs'

/** @typedef {import('./breakable.mjs').Node} Node */

/**
 * A rehype plugin for what Markdown cannot say. A wide table scrolls by itself, and not the page; it can be focused, so that the
 * keyboard scrolls it. The first cell of a table whose rows are named has no text, so it is no heading. The box of a list of tasks is
 * drawn, since it cannot be ticked. With `plainCode`, a block of code without highlighting scrolls as a wide table does.
 *
 * Each row of a table becomes a block of its own on a narrow screen, if a column after the first is text. In a table of three or more
 * columns, the heading of the first column stays above, and a label before each other cell has the heading of its column; a table of two
 * columns keeps both headings above. A last column with sentences gets much of the width. Short code stays on one line. Longer code breaks at its punctuation. An id, a date and the word “e-mail”
 * stay on one line.
 *
 * @param {{ plainCode?: boolean }} [options]
 */
export function accessibleContent({ plainCode = false } = {}) {
  return (/** @type {Node} */ tree) => change(tree, plainCode)
}

/** @param {Node} node @param {boolean} plainCode */
function change(node, plainCode) {
  if (!node.children || node.tagName === 'code') return
  node.children = node.children.map((child) => {
    change(child, plainCode)
    if (child.tagName === 'th' && child.children?.length === 0) return { ...child, tagName: 'td' }
    if (child.tagName === 'input') return { type: 'element', tagName: 'span', children: [{ type: 'text', value: '☐' }] }
    if (child.tagName === 'code' && node.tagName !== 'pre')
      return textOf(child).length > SHORT_CODE ? breakable(child) : { ...child, properties: { className: ['short'] } }
    if (child.tagName === 'pre' && plainCode) return scrolling(child, 'Code')
    return child.tagName === 'table' ? scrolling(stacking(child), 'Table') : child
  })
  node.children = node.children.flatMap(wholeWords)
}

/** A cell with more characters than this is text, and not a figure. */
const FIGURE_LENGTH = 20
/** Two columns fit side by side on a telephone, unless one has cells of more characters than this. */
const SENTENCE_LENGTH = 60
/** Code with at most so many characters stays on one line. */
const SHORT_CODE = 20

/** The text of a cell that is an id or a date. */
const ID = /^[\w.-]{1,12}$/

/** A line does not end within “e-mail”. @param {Node} node @returns {Node[]} */
function wholeWords(node) {
  if (node.type !== 'text') return [node]
  const parts = (node.value ?? '').split(/(\be-mail\w*)/i)
  return parts.flatMap((value, index) => {
    /** @type {Node} */
    const text = { type: 'text', value }
    if (index % 2 === 0) return value ? [text] : []
    return [{ type: 'element', tagName: 'span', properties: { className: ['whole'] }, children: [text] }]
  })
}

/** @param {Node} table @returns {Node} */
function stacking(table) {
  for (const cell of all(table, 'td'))
    if (ID.test(textOf(cell))) cell.properties = { ...cell.properties, className: ['whole'] }
  const [head, ...rows] = all(table, 'tr').map((row) => row.children?.filter(({ type }) => type === 'element') ?? [])
  if (!head) return table
  const length = head.length < 3 ? SENTENCE_LENGTH : FIGURE_LENGTH
  if (!rows.some(([, ...cells]) => cells.some((cell) => textOf(cell).length > length))) return table
  let subject = ''
  for (const [first, ...cells] of rows) {
    // An empty first cell stands for the one above it.
    if (textOf(first)) subject = textOf(first)
    else if (first) first.properties = { ...first.properties, dataSubject: subject }
    if (head.length < 3) continue
    for (const [index, cell] of cells.entries())
      // TypeDoc writes a hyphen where there is nothing.
      if (textOf(cell) === '-') cell.properties = { ...cell.properties, dataNone: '' }
      else if (textOf(cell)) cell.properties = { ...cell.properties, dataLabel: labelOf(head[index + 1]) }
  }
  const className = head.length < 3 ? ['stacks', 'pairs'] : ['stacks']
  if (rows.some((row) => textOf(row.at(-1)).length > SENTENCE_LENGTH)) className.push('explains')
  return { ...table, properties: { ...table.properties, className } }
}

/** The text of a heading before a cell. Code keeps its case. @param {Node | undefined} heading */
function labelOf(heading) {
  const text = textOf(heading)
  const [first] = heading?.children ?? []
  return first?.value === undefined ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** @param {Node} node @param {string} tagName @returns {readonly Node[]} */
function all(node, tagName) {
  return (node.children ?? []).flatMap((child) => (child.tagName === tagName ? [child] : all(child, tagName)))
}

/** @param {Node} wide @param {'Table' | 'Code'} label @returns {Node} */
function scrolling(wide, label) {
  const properties = { className: [`${label.toLowerCase()}-scroll`], role: 'group', ariaLabel: label, tabIndex: 0 }
  return { type: 'element', tagName: 'div', properties, children: [wide] }
}

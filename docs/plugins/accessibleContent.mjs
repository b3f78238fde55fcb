/** @typedef {{ type: string, tagName?: string, value?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/**
 * A rehype plugin for what Markdown cannot say. A wide table scrolls by itself, and not the page; it can be focused, so that the
 * keyboard scrolls it. The first cell of a table whose rows are named has no text, so it is no heading. The box of a list of tasks is
 * drawn, since it cannot be ticked. With `plainCode`, a block of code without highlighting scrolls as a wide table does.
 *
 * Each row of a table of three or more columns becomes a block of its own on a narrow screen, if a column after the first is text. A label
 * before each cell then has the heading of its column.
 *
 * @param {{ plainCode?: boolean }} [options]
 */
export function accessibleContent({ plainCode = false } = {}) {
  return (/** @type {Node} */ tree) => change(tree, plainCode)
}

/** @param {Node} node @param {boolean} plainCode */
function change(node, plainCode) {
  if (!node.children) return
  node.children = node.children.map((child) => {
    change(child, plainCode)
    if (child.tagName === 'th' && child.children?.length === 0) return { ...child, tagName: 'td' }
    if (child.tagName === 'input') return { type: 'text', value: '☐' }
    if (child.tagName === 'pre' && plainCode) return scrolling(child, 'Code')
    return child.tagName === 'table' ? scrolling(stacking(child), 'Table') : child
  })
}

/** A cell with more characters than this is text, and not a figure. */
const FIGURE_LENGTH = 24

/** @param {Node} table @returns {Node} */
function stacking(table) {
  const [head, ...rows] = all(table, 'tr').map((row) => row.children?.filter(({ type }) => type === 'element') ?? [])
  const isText = rows.some(([, ...cells]) => cells.some((cell) => textOf(cell).length > FIGURE_LENGTH))
  if (!head || head.length < 3 || !isText) return table
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      if (index > 0) cell.properties = { ...cell.properties, dataLabel: textOf(head[index]) }
  return { ...table, properties: { ...table.properties, className: ['stacks'] } }
}

/** @param {Node} node @param {string} tagName @returns {readonly Node[]} */
function all(node, tagName) {
  return (node.children ?? []).flatMap((child) => (child.tagName === tagName ? [child] : all(child, tagName)))
}

/** @param {Node | undefined} node @returns {string} */
function textOf(node) {
  return node?.value ?? (node?.children ?? []).map(textOf).join('')
}

/** @param {Node} wide @param {'Table' | 'Code'} label @returns {Node} */
function scrolling(wide, label) {
  const properties = { className: [`${label.toLowerCase()}-scroll`], role: 'group', ariaLabel: label, tabIndex: 0 }
  return { type: 'element', tagName: 'div', properties, children: [wide] }
}

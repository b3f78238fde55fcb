import { textOf } from './breakable.mjs'

/** @typedef {import('./breakable.mjs').Node} Node */

/**
 * A rehype plugin: TypeDoc writes a type as one piece of code for each of its names, with the punctuation between them as text. Here each
 * cell and each paragraph that is nothing but a type becomes one piece of code, with its links.
 */
export function wholeTypes() {
  return (/** @type {Node} */ tree, /** @type {{ path?: string }} */ file) => {
    if (file.path?.includes('/reference/api/')) change(tree)
  }
}

/** What a type has between its names. */
const PUNCTUATION = /^(?:\W|\b(?:extends|infer|is|keyof|new|readonly|typeof)\b)*$/

/** @param {Node} node */
function change(node) {
  for (const child of node.children ?? []) {
    if (child.tagName === 'td' || child.tagName === 'p') child.children = whole(child.children ?? [])
    else change(child)
  }
}

/** @param {Node[]} children @returns {Node[]} */
function whole(children) {
  // The anchor of a property is before its name.
  const start = children.map(({ type }) => type).lastIndexOf('raw') + 1
  const type = children.slice(start)
  const isCode = (/** @type {Node} */ node) =>
    node.tagName === 'code' || node.children?.some(({ tagName }) => tagName === 'code')
  const between = type
    .filter((node) => !isCode(node))
    .map(textOf)
    .join('')
  if (!type.some(isCode) || !between.trim() || !PUNCTUATION.test(between)) return children
  const code = type.flatMap((node) =>
    node.tagName === 'a' ? [{ ...node, children: [text(textOf(node))] }] : [text(textOf(node))],
  )
  // A union of several types begins with a line of its own in a code block, and with nothing in a line of text.
  const [first, ...rest] = code
  const trimmed = first?.value === undefined ? code : [text(first.value.replace(/^\s*(?:\|\s*)?/, '')), ...rest]
  return [...children.slice(0, start), { type: 'element', tagName: 'code', children: trimmed }]
}

/** @param {string} value @returns {Node} */
const text = (value) => ({ type: 'text', value })

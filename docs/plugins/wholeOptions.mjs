import { breakable } from './breakable.mjs'

/** @typedef {import('./breakable.mjs').Node} Node */

/**
 * A plugin of Expressive Code: a line that wraps does not break inside an option such as `--save-dev`, and seldom
 * inside another word.
 */
export function wholeOptions() {
  return {
    name: 'whole options',
    hooks: {
      /** @param {{ renderData: { lineAst: Node } }} context */
      postprocessRenderedLine: ({ renderData: { lineAst } }) => {
        change(lineAst)
        lineAst.children = breakable(lineAst).children ?? []
      },
    },
  }
}

/** An option, and the backslash that continues a line, with what is before it. */
const WHOLE = /((?<!\S)--[a-z][\w-]*|\S \\$)/

/** @param {Node} node */
function change(node) {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    change(child)
    if (child.value === undefined) return [child]
    return child.value.split(WHOLE).map((value, index) => {
      const text = { type: 'text', value }
      if (index % 2 === 0) return text
      return { type: 'element', tagName: 'span', properties: { className: ['option'] }, children: [text] }
    })
  })
}

/** @typedef {{ type: string, tagName?: string, value?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/** A plugin of Expressive Code: a line that wraps does not break inside an option such as `--save-dev`. */
export function wholeOptions() {
  return {
    name: 'whole options',
    hooks: {
      /** @param {{ renderData: { lineAst: Node } }} context */
      postprocessRenderedLine: ({ renderData: { lineAst } }) => change(lineAst),
    },
  }
}

/** @param {Node} node */
function change(node) {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    change(child)
    if (!child.value?.includes('--')) return [child]
    return child.value.split(/(--[a-z][\w-]*)/).map((value) => {
      const text = { type: 'text', value }
      if (!value.startsWith('--')) return text
      return { type: 'element', tagName: 'span', properties: { className: ['option'] }, children: [text] }
    })
  })
}

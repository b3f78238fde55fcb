/** @typedef {{ type: string, tagName?: string, value?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/** After a slash, a comma, an opening bracket or an equals sign, between the words of a constant, and before the dot of a member. */
const BREAKS =
  /(?<=[\w.]\/|:\/\/)(?=\w)|(?<=\w\()(?!\))|(?<=,)(?=\S)|(?<=[^=!<>]=)(?=[^\s=>])|(?<=[A-Z]_)(?=[A-Z])|(?<=[\w)!\]])(?=\.[A-Za-z])|(?<=\?)(?=\w+=)|(?<=&)(?=\w)/

/** Code in which a line that is too long breaks at punctuation, and not within a word. @param {Node} node @returns {Node[]} */
export function breakable(node) {
  if (node.children) return [{ ...node, children: node.children.flatMap(breakable) }]
  const parts = node.value?.split(BREAKS) ?? []
  const wbr = { type: 'element', tagName: 'wbr', properties: {}, children: [] }
  return parts.length < 2 ? [node] : parts.flatMap((value) => [{ type: 'text', value }, wbr]).slice(0, -1)
}

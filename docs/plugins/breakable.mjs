/** @typedef {{ type: string, tagName?: string, value?: string, properties?: Record<string, unknown>, children?: Node[] }} Node */

/** After a slash, a comma, an opening bracket that is not closed soon or an equals sign, between the words of a constant, and before the dot of a member. */
const BREAKS =
  /(?<=[\w.]\/|:\/\/)(?=\w)|(?<=\w\()(?![^)]{0,24}\))|(?<=,)(?=\S)|(?<=[^=!<>]=)(?=[^\s=>])|(?<=[A-Z]_)(?=[A-Z])|(?<=[\w)!\]])(?=\.[A-Za-z])|(?<=\?)(?=\w+=)|(?<=&)(?=\w)/g
/** Before these dots there is no break: the name of a file stays whole. */
const ENDING = /^\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml|db|txt|tgz|env|development|production)\b/
/** A word of at most so many characters fits on the next line. */
const SHORT_WORD = 24

/** Code in which a line that is too long breaks at punctuation, and not within a word. @param {Node} code @returns {Node} */
export function breakable(code) {
  const positions = breaksIn(textOf(code))
  let offset = 0
  return change(code)[0] ?? code

  /** @param {Node} node @returns {Node[]} */
  function change(node) {
    if (node.children) return [{ ...node, children: node.children.flatMap(change) }]
    const { value = '' } = node
    const start = offset
    offset += value.length
    const cuts = positions.filter((position) => position > start && position <= offset).map((cut) => cut - start)
    const parts = [0, ...cuts].map((cut, index) => value.slice(cut, cuts[index] ?? value.length))
    return cuts.length === 0
      ? [node]
      : parts.flatMap((part, index) => (index === 0 ? text(part) : [WBR, ...text(part)]))
  }
}

/** Where the long words of a text may be broken. @param {string} text @returns {number[]} */
export function breaksIn(text) {
  const words = [...text.matchAll(/\S+/g)].filter(([word]) => word.length > SHORT_WORD)
  return words.flatMap(({ 0: word, index: start }) =>
    [...word.matchAll(BREAKS)].filter(({ index }) => !ENDING.test(word.slice(index))).map(({ index }) => start + index),
  )
}

/** @type {Node} */
const WBR = { type: 'element', tagName: 'wbr', properties: {}, children: [] }

/** @param {string} value @returns {Node[]} */
const text = (value) => (value ? [{ type: 'text', value }] : [])

/** @param {Node | undefined} node @returns {string} */
export function textOf(node) {
  return node?.value ?? (node?.children ?? []).map(textOf).join('')
}

/**
 * @typedef {object} CodeBlock
 * @property {string} section the heading above it: of the second level, and below *In depth* of the third
 * @property {number} line of the document, where the code begins
 * @property {string} file named by a comment in its first line, or made up
 * @property {string} given what a comment of the document declares for it, so that a fragment compiles
 * @property {string} code
 */

/**
 * The TypeScript of a Markdown document, and its components of Vue and Svelte. A block begins with the name of its file, as in `// src/telltale.ts`, when others import it. A
 * fragment has a comment before it that readers do not see: `<!-- given: declare const id: string -->`, in MDX a comment of JavaScript in braces.
 *
 * @param {string} text
 * @returns {CodeBlock[]}
 */
export function codeBlocks(text) {
  return [
    ...text.matchAll(/(?:(?:<!--|\{\/\*) given: (.*?) (?:-->|\*\/\})\n+)?^```(tsx?|vue|svelte)\b[^\n]*\n(.*?)^```$/gms),
  ].map((match) => {
    const [whole, given = '', language = '', code = ''] = match
    const before = text.slice(0, match.index)
    const line = (before + whole.slice(0, whole.indexOf(code))).split('\n').length
    const headings = /^## In depth$/m.test(before) ? /^###? .*$/gm : /^## .*$/gm
    const section = before.match(headings)?.at(-1) ?? ''
    const file =
      /^(?:\/\/|<!--) (\S+\.(?:tsx?|vue|svelte))(?: -->)?$/m.exec(code.split('\n')[0] ?? '')?.[1] ??
      `src/line-${line}.${language}`
    return { section, line, file, given: given.replaceAll('\n', ' '), code }
  })
}

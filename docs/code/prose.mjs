const ABBREVIATIONS = String.raw`(?<!\b(?:e[.]g|i[.]e|vs|etc)[.])`

/**
 * The prose of a Markdown document: without front matter, code blocks, tables, comments, imports and tags. A link is its text.
 *
 * @param {string} document
 */
export const proseOf = (document) =>
  document
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/<!--.*?-->|\{\/\*.*?\*\/\}/gs, '')
    .replace(/^([ \t]*)(`{3,}|~{3,}).*?^[ \t]*\2[ \t]*$/gms, '')
    .replace(/^[ \t]*\|.*$/gm, '')
    .replace(/^(import|export|:::).*$/gm, '')
    .replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')

/** What a reader has to read to do the task of a guide. @param {string} guide */
export const firstPartOf = (guide) => guide.split(/^## In depth$/m)[0] ?? ''

/** @param {string} prose */
export const wordsOf = (prose) => prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Paragraphs, headings, quotes and items of lists. Inline code is one word, and tags are none. @param {string} prose */
const paragraphsOf = (prose) =>
  prose
    .replace(/(`+)[^`].*?\1/gs, '`code`')
    .replace(/<\/?[A-Za-z][^>]*>/g, '')
    .split(/\n\s*\n|\n(?=[ \t]*(?:[-*+]|\d+[.]|#+|>) )|(?<=^#+ .*)\n/m)
    .map((text) =>
      text
        .replace(/^\s*(?:#+|>|[-*+](?: \[[ x]\])?|\d+[.])\s+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )

/** A sentence ends with a mark, a space and something that can begin one. @param {string} prose */
export const sentencesOf = (prose) =>
  paragraphsOf(prose).flatMap((paragraph) =>
    paragraph.split(
      new RegExp(String.raw`(?<=[.!?…][)”’"*_]*)${ABBREVIATIONS} (?=[(“‘"*_\x60]*[\p{Lu}\p{N}\x60])`, 'u'),
    ),
  )

/**
 * The part of a document between the comments that its command writes around it: `<!-- delivery -->` and `<!-- /delivery -->`.
 * Throws when the document has no such part, so that the build fails.
 */
export function sectionOf(document: string, name: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no section ${name}.`)
  return document.slice(from + begin.length, to).trim()
}

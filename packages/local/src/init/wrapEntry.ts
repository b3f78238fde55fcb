import { applyEdits, type Edit } from 'jsonc-parser'
import type { Framework } from '../project/framework.ts'

/** The element to wrap around the application, and its imports. */
export interface Wrapper {
  readonly open: string
  readonly close: string
  /** Import statements, without semicolons and with single quotes. */
  readonly imports: readonly string[]
}

/**
 * The entry file with a provider around the application. `undefined` unless there is exactly one place where it can go: any
 * other file has to be changed by hand.
 */
export function wrapEntry(text: string, framework: Framework, { open, close, imports }: Wrapper): string | undefined {
  const inCode = withoutComments(text)
  const places = [...inCode.matchAll(ELEMENTS[framework])]
  const [place] = places
  const importing = importEdit(inCode, imports)
  const starts = framework === 'next' || framework === 'react-router' || /\b(createRoot|hydrateRoot)\b/.test(inCode)
  if (!starts || place === undefined || places.length > 1 || importing === undefined || text.includes(open))
    return undefined

  const end = place.index + place[0].length
  const lineStart = text.lastIndexOf('\n', place.index - 1) + 1
  const indent = text.slice(lineStart, place.index)
  const lineEnd = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end)
  const isAlone = /^\s*$/.test(indent) && /^[\s,]*$/.test(text.slice(end, lineEnd))
  const [before, after] = isAlone ? [`${open}\n${indent}  `, `\n${indent}${close}`] : [open, close]
  return withEdits(text, [
    importing,
    { offset: place.index, length: 0, content: before },
    { offset: end, length: 0, content: after },
  ])
}

/** The entry file with additional imports, in its own style. `undefined` if it has no imports. */
export function withImports(text: string, imports: readonly string[]): string | undefined {
  const edit = importEdit(withoutComments(text), imports)
  return edit && withEdits(text, [edit])
}

/** With the line endings of the text. */
function withEdits(text: string, edits: readonly Edit[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return applyEdits(
    text,
    edits.map((edit) => ({ ...edit, content: edit.content.replaceAll('\n', end) })),
  )
}

/** After the existing imports. */
function importEdit(text: string, imports: readonly string[]): Edit | undefined {
  const last = [...text.matchAll(/^(?:import\b[^'"]*?\bfrom\s*|import\s*)(['"])[^'"\n]+\1[^\S\r\n]*(;?)/gm)].at(-1)
  if (last === undefined) return undefined
  const [statement, quote = "'", semicolon = ''] = last
  const lines = imports.map((line) => `\n${line.replaceAll("'", quote)}${semicolon}`)
  return { offset: last.index + statement.length, length: 0, content: lines.join('') }
}

/** Where the application's own elements are, by framework: the children of a layout, the outlet, or the root component. */
const ELEMENTS: Readonly<Record<Framework, RegExp>> = {
  next: /(?<=>\s*)\{children\}(?=\s*<)/g,
  'react-router': /<Outlet\s*\/>/g,
  vite: /<[A-Z][\w.]*(?:\s[^<>]*)?\/>/g,
  none: /<[A-Z][\w.]*(?:\s[^<>]*)?\/>/g,
}

/** The same text with comments replaced by spaces, so that offsets do not change. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))
}

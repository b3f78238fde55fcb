import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'
import { compactJson } from './compactJson.ts'

export type Path = readonly (string | number)[]

/** What comes into an object, under its name, or into a list. */
interface Member {
  readonly name: string | number
  readonly value: unknown
}

/**
 * The text with a value at a path that leads nowhere yet, behind the last of its siblings. All that was there stays, to the letter;
 * `undefined` when what the path leads through is neither an object nor a list.
 */
export function insertJson(text: string, path: Path, value: unknown): string | undefined {
  const root = parseTree(text)
  const nodeAt = (depth: number) => root && findNodeAtLocation(root, path.slice(0, depth))
  let depth = path.length - 1
  while (depth > 0 && nodeAt(depth) === undefined) depth--
  const holder = nodeAt(depth)
  if (holder?.type !== 'object' && holder?.type !== 'array') return undefined
  const inside = path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value)
  const member = { name: path[depth] ?? '', value: inside }
  return (holder.children ?? []).length === 0 ? asFirst(text, holder, member) : asLast(text, holder, member)
}

function asFirst(text: string, holder: Node, { name, value }: Member): string {
  const [start, end] = [holder.offset + 1, holder.offset + holder.length - 1]
  const { indent, taken } = lineOf(text, end)
  // The two ends of an empty object on two lines stay there.
  if (taken === 0) return put(text, start, `\n${indent}  ${written(holder, { name, value }, `${indent}  `)}`)
  const before = lineOf(text, holder.offset)
  const whole = compactJson(holder.type === 'array' ? [value] : { [name]: value }, before.indent, before.taken)
  return put(text.slice(0, start) + text.slice(end), start, whole.slice(1, -1))
}

function asLast(text: string, holder: Node, member: Member): string {
  const last = holder.children?.at(-1) ?? holder
  const { indent, taken } = lineOf(text, last.offset)
  const end = last.offset + last.length
  // Behind whatever else stands there, as a comment about the last one.
  const gap = text.slice(end, holder.offset + holder.length - 1).trimEnd().length
  const added = put(text, end + gap, `${taken === 0 ? `\n${indent}` : ' '}${written(holder, member, indent)}`)
  return put(added, end, ',')
}

function written(holder: Node, { name, value }: Member, indent: string): string {
  if (holder.type === 'array') return compactJson(value, indent)
  const key = `${JSON.stringify(String(name))}: `
  return key + compactJson(value, indent, key.length)
}

/** Puts something in, with the ends of lines that the text has. */
function put(text: string, offset: number, added: string): string {
  return text.slice(0, offset) + withLineEndsOf(text, added) + text.slice(offset)
}

export function withLineEndsOf(text: string, added: string): string {
  return text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added
}

/** How the line begins in which a place is, and how many characters are between that and the place. */
export function lineOf(text: string, offset: number): { readonly indent: string; readonly taken: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
  return { indent, taken: offset - start - indent.length }
}

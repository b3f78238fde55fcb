import { isDeepStrictEqual } from 'node:util'
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree, type Edit, type Node } from 'jsonc-parser'
import { isRecord } from './isRecord.ts'
import { withoutByteOrderMark } from './parseJson.ts'

/** Characters. What fits into one line of this length is written on one line. */
const WIDTH = 100

type Path = readonly (string | number)[]

/** The edits of a text: values that are replaced, and paths that are added or removed. */
interface Plan {
  readonly text: string
  readonly edits: Edit[]
  readonly structural: { readonly path: Path; readonly value: unknown }[]
}

/**
 * Returns the text with `value` at `path`, or with the value at `path` removed if `value` is `undefined`. Unchanged parts keep
 * their formatting, down to single elements of lists.
 */
export function editJson(marked: string, path: Path, value: unknown): string {
  const text = withoutByteOrderMark(marked)
  return marked.slice(0, marked.length - text.length) + edited(text, path, value)
}

function edited(text: string, path: Path, value: unknown): string {
  if (value === undefined) return applyEdits(text, modify(text, [...path], undefined, {}))
  // Parsed once, because a file of flags can be large.
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, [...path])
  if (node === undefined) {
    const around = path.slice(0, -1)
    return insertJson(text, path, value) ?? edited(text, around, { [path.at(-1) ?? '']: value })
  }
  const plan: Plan = { text, edits: [], structural: [] }
  replace({ node, path, before: getNodeValue(node) }, value, plan)
  const replaced = applyEdits(text, plan.edits)
  return plan.structural.reduce((now, change) => edited(now, change.path, change.value), replaced)
}

interface Place {
  readonly node: Node
  readonly path: Path
  readonly before: unknown
}

function replace({ node, path, before }: Place, value: unknown, plan: Plan): void {
  if (isDeepStrictEqual(before, value)) return
  const children = node.children ?? []
  if (Array.isArray(before) && Array.isArray(value) && before.length === value.length && value.some(isRecord)) {
    for (const [index, child] of children.entries())
      replace({ node: child, path: [...path, index], before: before[index] }, value[index], plan)
    return
  }
  const sizes = [before, value].map((one) => (isRecord(one) ? Object.keys(one).length : -1))
  // The parser's objects have no prototype, which alone would make them unequal.
  if (sizes.every((size) => size === 0)) return
  if (isRecord(before) && isRecord(value) && !sizes.includes(0)) {
    for (const { children: [name, child] = [] } of children) {
      const key = String(name?.value)
      const place = [...path, key]
      if (!Object.hasOwn(value, key)) plan.structural.push({ path: place, value: undefined })
      else if (child) replace({ node: child, path: place, before: before[key] }, value[key], plan)
    }
    for (const [key, one] of Object.entries(value))
      if (!Object.hasOwn(before, key)) plan.structural.push({ path: [...path, key], value: one })
    return
  }
  const { indent, taken } = lineOf(plan.text, node.offset)
  const content = withLineEndsOf(plan.text, compactJson(value, indent, taken))
  plan.edits.push({ offset: node.offset, length: node.length, content })
}

/** A new member of an object, with its name, or a new element of a list. */
interface Member {
  readonly name: string | number
  readonly value: unknown
}

/**
 * Returns the text with a value at a path that does not exist yet, after the last of its siblings. Every existing character
 * stays. `undefined` if the path leads through something that is neither an object nor a list.
 */
function insertJson(text: string, path: Path, value: unknown): string | undefined {
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
  // The braces of an empty object on two lines stay where they are.
  if (taken === 0) return put(text, start, `\n${indent}  ${written(holder, { name, value }, `${indent}  `)}`)
  const before = lineOf(text, holder.offset)
  const whole = compactJson(holder.type === 'array' ? [value] : { [name]: value }, before.indent, before.taken)
  return put(text.slice(0, start) + text.slice(end), start, whole.slice(1, -1))
}

function asLast(text: string, holder: Node, member: Member): string {
  const last = holder.children?.at(-1) ?? holder
  const { indent, taken } = lineOf(text, last.offset)
  const end = last.offset + last.length
  // After anything else that stands there, such as a comment about the last member.
  const gap = text.slice(end, holder.offset + holder.length - 1).trimEnd().length
  const added = put(text, end + gap, `${taken === 0 ? `\n${indent}` : ' '}${written(holder, member, indent)}`)
  return put(added, end, ',')
}

function written(holder: Node, { name, value }: Member, indent: string): string {
  if (holder.type === 'array') return compactJson(value, indent)
  const key = `${JSON.stringify(String(name))}: `
  return key + compactJson(value, indent, key.length)
}

/** Inserts a text with the line endings of the file. */
function put(text: string, offset: number, added: string): string {
  return text.slice(0, offset) + withLineEndsOf(text, added) + text.slice(offset)
}

function withLineEndsOf(text: string, added: string): string {
  return text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added
}

/** The indentation of the line that contains a position, and the number of characters between them. */
function lineOf(text: string, offset: number): { readonly indent: string; readonly taken: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
  return { indent, taken: offset - start - indent.length }
}

/** Formats JSON as a person would: short lists and objects on one line, others with a line for each member. */
function compactJson(value: unknown, indent = '', taken = 0): string {
  const line = inOneLine(value)
  if (line.length + indent.length + taken <= WIDTH || typeof value !== 'object' || value === null) return line
  const deeper = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((one) => compactJson(one, deeper))
    : Object.entries(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `
        return `${name}${compactJson(one, deeper, name.length)}`
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${entries.map((entry) => deeper + entry).join(',\n')}\n${indent}${close}`
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

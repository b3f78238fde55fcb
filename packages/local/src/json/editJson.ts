import { isDeepStrictEqual } from 'node:util'
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree, type Edit, type Node } from 'jsonc-parser'
import { compactJson } from './compactJson.ts'
import { isRecord } from './isRecord.ts'

type Path = readonly (string | number)[]

/** What is to be done to a text: values that are put in the place of others, and paths that come or go. */
interface Plan {
  readonly text: string
  readonly edits: Edit[]
  readonly structural: { readonly path: Path; readonly value: unknown }[]
}

/**
 * The text with `value` at `path`, or without what is there when `value` is `undefined`. What is the same as before stays as its
 * author wrote it, down to single elements of lists.
 */
export function editJson(text: string, path: Path, value: unknown): string {
  if (value === undefined) return applyEdits(text, modify(text, [...path], undefined, {}))
  // Read once: a file of flags can be large.
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, [...path])
  if (node === undefined) return inserted(text, path, value)
  const plan: Plan = { text, edits: [], structural: [] }
  replace({ node, path, before: getNodeValue(node) }, value, plan)
  const replaced = applyEdits(text, plan.edits)
  return plan.structural.reduce((now, change) => editJson(now, change.path, change.value), replaced)
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
  if (isRecord(before) && isRecord(value) && Object.keys(value).length > 0) {
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
  const lineStart = plan.text.lastIndexOf('\n', node.offset - 1) + 1
  const indent = /^[ \t]*/.exec(plan.text.slice(lineStart, node.offset))?.[0] ?? ''
  const taken = node.offset - lineStart - indent.length
  plan.edits.push({ offset: node.offset, length: node.length, content: compactJson(value, indent, taken) })
}

function inserted(text: string, path: Path, value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  // A short stand-in at first: what is put in here would be broken into as many lines as it has parts.
  const place = applyEdits(text, modify(text, [...path], 'stands in', { formattingOptions }))
  return editJson(place, path, value)
}

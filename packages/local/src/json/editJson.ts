import { isDeepStrictEqual } from 'node:util'
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree, type Edit, type Node } from 'jsonc-parser'
import { compactJson } from './compactJson.ts'
import { insertJson, lineOf, withLineEndsOf, type Path } from './insertJson.ts'
import { isRecord } from './isRecord.ts'
import { withoutMark } from './parseJson.ts'

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
export function editJson(marked: string, path: Path, value: unknown): string {
  const text = withoutMark(marked)
  return marked.slice(0, marked.length - text.length) + edited(text, path, value)
}

function edited(text: string, path: Path, value: unknown): string {
  if (value === undefined) return applyEdits(text, modify(text, [...path], undefined, {}))
  // Read once: a file of flags can be large.
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
  // Those of the parser have no prototype, which alone makes them others.
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

import { isDeepStrictEqual } from 'node:util'
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser'
import { compactJson } from './compactJson.ts'
import { isRecord } from './isRecord.ts'

type Path = readonly (string | number)[]

/**
 * The text with `value` at `path`, or without what is there when `value` is `undefined`. What is the same as before stays as its
 * author wrote it, down to single elements of lists.
 */
export function editJson(text: string, path: Path, value: unknown): string {
  if (value === undefined) return applyEdits(text, modify(text, [...path], undefined, {}))
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, [...path])
  if (node === undefined) return inserted(text, path, value)
  const before: unknown = getNodeValue(node)
  if (isDeepStrictEqual(before, value)) return text
  if (Array.isArray(before) && Array.isArray(value) && before.length === value.length && value.some(isRecord))
    return value.reduce<string>(
      (now, one, index) => (isDeepStrictEqual(one, before[index]) ? now : editJson(now, [...path, index], one)),
      text,
    )
  if (isRecord(before) && isRecord(value) && Object.keys(value).length > 0) {
    const gone = Object.keys(before).filter((key) => !Object.hasOwn(value, key))
    const without = gone.reduce((now, key) => editJson(now, [...path, key], undefined), text)
    // Compared here, as each look into the text reads all of it.
    const changed = Object.entries(value).filter(([key, one]) => !isDeepStrictEqual(one, before[key]))
    return changed.reduce((now, [key, one]) => editJson(now, [...path, key], one), without)
  }
  const lineStart = text.lastIndexOf('\n', node.offset - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''
  const taken = node.offset - lineStart - indent.length
  return text.slice(0, node.offset) + compactJson(value, indent, taken) + text.slice(node.offset + node.length)
}

function inserted(text: string, path: Path, value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  // A short stand-in at first: what is put in here would be broken into as many lines as it has parts.
  const place = applyEdits(text, modify(text, [...path], 'stands in', { formattingOptions }))
  return editJson(place, path, value)
}

import { isRecord } from './isRecord.ts'

/** Characters. What fits into one line is written in one. */
const WIDTH = 100

/** JSON as a person would write it: short lists and objects in one line, others with a line each. */
export function compactJson(value: unknown, indent = '', taken = 0): string {
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

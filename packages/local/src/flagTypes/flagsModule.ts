/** A flag's entry in the generated module. */
export interface FlagOutline {
  readonly key: string
  readonly description?: string
  /** The default while the flag's value is unknown. */
  readonly default: unknown
  /** All its values, if they are known. */
  readonly variations?: readonly unknown[]
}

/** The maximum line length in characters. */
const WIDTH = 100

/** The TypeScript module that defines these flags. The output does not depend on the order of the flags. */
export function flagsModule(flags: readonly FlagOutline[], source: string): string {
  const sorted = [...flags].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return `import { defineFlags } from 'telltale'

/** Written by \`telltale types\` from ${inComment(source)}. After a change there, run it again. */
export const flags = defineFlags({
${sorted.map(entry).join('')}})
`
}

function entry({ key, description, default: fallback, variations }: FlagOutline): string {
  const comment = description ? `  /** ${inComment(description)} */\n` : ''
  // The type of a boolean flag has both values already.
  const isSwitch = typeof fallback === 'boolean' && (variations ?? []).every((value) => typeof value === 'boolean')
  const fields = { default: fallback, ...(variations && !isSwitch && { variations }) }
  const name = propertyName(key)
  return `${comment}  ${name}: ${literal(fields, '  ', name.length + 2)},\n`
}

/** Formats JSON as TypeScript. */
function literal(value: unknown, indent: string, taken = 0): string {
  const line = inOneLine(value)
  if (typeof value !== 'object' || value === null || line.length + indent.length + taken <= WIDTH) return line
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, deeper))
    : Object.entries(value).map(([key, one]) => {
        const name = fieldName(key)
        return `${name}: ${literal(one, deeper, name.length + 2)}`
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
}

function inOneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  const entries = Object.entries(value).map(([key, one]) => `${fieldName(key)}: ${inOneLine(one)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function fieldName(key: string): string {
  return /^[a-z_$][\w$]*$/i.test(key) && key !== '__proto__' ? key : propertyName(key)
}

/** Keys are never renamed, so that a search for the key finds them. */
function propertyName(key: string): string {
  // Without the brackets, this key would set the prototype.
  return key === '__proto__' ? `['__proto__']` : quoted(key)
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

function inComment(text: string): string {
  return text.replaceAll('*/', '* /').replace(/\s+/g, ' ').trim()
}

import { SourceMap } from 'node:module'
import { parseAst } from 'vite'
import { gzipBytes } from './bundle.mjs'

/**
 * @typedef {{ code: string, map: import('node:module').SourceMapPayload }} Bundle
 * @typedef {{ minified: number, gzip: number }} Weight
 */

/**
 * What each concern weighs in a minified bundle: its characters, and by how much the compressed bundle is smaller without them.
 * What is written alike in many places compresses away, so that these come to less than the whole.
 *
 * @param {Bundle} bundle
 * @param {(path: string) => string} concernOf
 * @returns {Map<string, Weight>}
 */
export function weighConcerns({ code, map }, concernOf) {
  const owners = ownersIn(code, new SourceMap(map), concernOf)
  const whole = gzipBytes(code)
  const without = (/** @type {string} */ concern) => [...code].filter((_, index) => owners[index] !== concern).join('')
  return new Map(
    [...new Set(owners)].map((concern) => [
      concern,
      {
        minified: owners.filter((owner) => owner === concern).length,
        gzip: whole - gzipBytes(without(concern)),
      },
    ]),
  )
}

/**
 * What these files would weigh on their own.
 *
 * @param {Bundle} bundle
 * @param {(path: string) => boolean} isMeant
 */
export function weighOnly({ code, map }, isMeant) {
  const owners = ownersIn(code, new SourceMap(map), (path) => String(isMeant(path)))
  return gzipBytes([...code].filter((_, index) => owners[index] === 'true').join(''))
}

/**
 * To which concern each character belongs; what the map does not know belongs to the one before it.
 *
 * @param {string} code
 * @param {SourceMap} map
 * @param {(path: string) => string} concernOf
 */
function ownersIn(code, map, concernOf) {
  /** @type {string[]} */
  const owners = []
  /** @type {Map<string, string>} */
  const known = new Map()
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column <= text.length; column += 1) {
      const entry = map.findEntry(line, column)
      const path = 'originalSource' in entry ? entry.originalSource : undefined
      if (path && !known.has(path)) known.set(path, concernOf(path))
      owners.push((path && known.get(path)) ?? owners.at(-1) ?? concernOf(''))
    }
  }
  return owners.slice(0, code.length)
}

/** Names that the language or the platform gives: nobody can write them shorter. */
const GIVEN = new Set(
  Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    const value = /** @type {any} */ (globalThis)[name]
    const objects = [value, value?.prototype].filter((one) => one !== null && /object|function/.test(typeof one))
    return [name, ...objects.flatMap((one) => Object.getOwnPropertyNames(one))]
  }),
)

/**
 * By how much the compressed bundle would be smaller without its texts, and with the shortest property names that there are.
 *
 * @param {string} code
 */
export function weighTexts(code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const strings = []
  /** @type {{ start: number, end: number, text: string }[]} */
  const names = []
  walk(parseAst(code), (node) => {
    const { type, start, end } = node
    if (type === 'Literal' && typeof node.value === 'string')
      strings.push({ start: start + 1, end: end - 1, text: node.value })
    if (type === 'TemplateElement') strings.push({ start, end, text: node.value.raw })
    if (type === 'MemberExpression' && !node.computed) names.push({ ...node.property, text: node.property.name })
    if (type === 'Property' && !node.computed && !node.shorthand && node.key.type === 'Identifier') {
      names.push({ ...node.key, text: node.key.name })
    }
  })
  const whole = gzipBytes(code)
  const saved = (/** @type {typeof strings} */ spots, /** @type {(text: string) => string} */ become) =>
    whole - gzipBytes(replaced(code, spots, become))
  const isSentence = (/** @type {{ text: string }} */ { text }) => text.includes(' ')
  const own = names.filter(({ text }) => !GIVEN.has(text))
  return {
    whole,
    sentences: saved(strings.filter(isSentence), () => ''),
    strings: saved(
      strings.filter((string) => !isSentence(string)),
      () => '',
    ),
    names: saved(names, shortest(names)),
    ownNames: saved(own, shortest(own)),
  }
}

/** The more often a name is used, the shorter it becomes. @param {readonly { text: string }[]} names */
function shortest(names) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { text } of names) counts.set(text, (counts.get(text) ?? 0) + 1)
  const ranks = new Map([...counts].sort(([, a], [, b]) => b - a).map(([text], index) => [text, index]))
  return (/** @type {string} */ text) => `_${(ranks.get(text) ?? 0).toString(36)}`
}

/** @param {string} code @param {readonly { start: number, end: number, text: string }[]} spots @param {(text: string) => string} become */
function replaced(code, spots, become) {
  let at = 0
  const pieces = []
  for (const { start, end, text } of spots.toSorted((a, b) => a.start - b.start)) {
    pieces.push(code.slice(at, start), become(text))
    at = end
  }
  return pieces.join('') + code.slice(at)
}

/** @param {any} node @param {(node: any) => void} visit */
function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit))
  if (typeof node?.type !== 'string') return
  visit(node)
  for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit)
}

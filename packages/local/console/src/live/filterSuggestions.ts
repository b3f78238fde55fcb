import type { EventLine } from './eventLine.ts'
import { plainFlag } from './plainFlag.ts'
import { FILTER_PARTS, lastTerm, pairText, refusers, termText, type FilterPart } from './filterTerms.ts'

/** A suggestion for the filter field. */
export interface Suggestion {
  /** The whole filter with the suggestion applied. */
  readonly value: string
  /** The text that is added. */
  readonly term: string
  readonly says?: string
}

const MAX_SUGGESTIONS = 8
/** The number of newest events that are searched for values. */
const MAX_SEARCHED = 2000

/** Completions of the last term: the searchable parts of an event, or existing values. */
export function filterSuggestions(typed: string, lines: readonly EventLine[]): readonly Suggestion[] {
  const last = lastTerm(typed)
  const before = typed.slice(0, typed.length - last.length)
  const [, part, text = ''] = /^([a-z]+):"?(.*)$/.exec(last) ?? []
  if (part === undefined)
    return partNames()
      .filter((name) => name.startsWith(last.toLowerCase()))
      .map((name) => ({ value: `${before}${name}:`, term: `${name}:`, says: FILTER_PARTS[name] }))
  const isPart = (name: string): name is FilterPart => Object.hasOwn(FILTER_PARTS, name)
  if (!isPart(part)) return []
  const plain = part === 'flag' ? plainFlag : (one: string) => one.toLowerCase()
  const found = new Set<string>()
  for (const line of lines.slice(0, MAX_SEARCHED)) {
    for (const value of valuesOf(line, part)) if (plain(value).includes(plain(text))) found.add(value)
    if (found.size >= MAX_SUGGESTIONS) break
  }
  const begins = (value: string) => (plain(value).startsWith(plain(text)) ? 0 : 1)
  const sorted = [...found].slice(0, MAX_SUGGESTIONS).sort((one, other) => begins(one) - begins(other))
  return sorted.map((value) => {
    const term = termText(part, value)
    return { value: `${before}${term} `, term }
  })
}

function partNames(): readonly FilterPart[] {
  return Object.keys(FILTER_PARTS) as FilterPart[]
}

function valuesOf(line: EventLine, part: FilterPart): readonly string[] {
  switch (part) {
    case 'name':
      return [line.name]
    case 'user':
      return [line.who.name, line.who.looker ?? []].flat()
    case 'flag':
      return line.flagsByKey.map(({ name, value }) => pairText(name, value))
    case 'has':
      return line.properties.map(({ name, value }) => pairText(name, value))
    case 'app':
      return [line.app]
    case 'refused':
      return refusers(line.life)
    case 'to':
      return line.life.destinations.map(({ name }) => name)
    case 'is':
      return [line.life.says]
  }
}

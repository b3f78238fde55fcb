import type { EventLine } from './eventLine.ts'
import { stateOf } from './lifeLine.ts'
import { plainFlag } from './plainFlag.ts'

/** One condition of the typed filter. */
export interface FilterTerm {
  /** As it is typed. */
  readonly text: string
  readonly fits: (line: EventLine) => boolean
}

/** The parts that `part:` can name, and what each searches. */
export const FILTER_PARTS = {
  name: 'Event name',
  user: 'User or impersonator',
  flag: 'Flag in force, such as flag:new-pricing=true',
  has: 'Property, such as has:total=1200',
  app: 'Application',
  to: 'Destination',
  refused: 'Destination that has refused it, by its whole name',
  is: 'Delivery, such as is:waiting',
} as const
export type FilterPart = keyof typeof FILTER_PARTS

/** A word, or several in quotation marks, optionally prefixed with the part of an event to search. */
const TERM = /(?:[a-z]+:)?"[^"]*"?|\S+/g

/** What is still being typed, and so matches all events. */
const UNFINISHED: ReadonlySet<string> = new Set(['""', ...Object.keys(FILTER_PARTS).map((part) => `${part}:`)])

/** The terms of a filter. All of them must match. */
export function filterTerms(typed: string): readonly FilterTerm[] {
  const texts = typed.match(TERM) ?? []
  return texts.filter((text) => !UNFINISHED.has(text)).map((text) => ({ text, fits: termTest(text.toLowerCase()) }))
}

/** The term at the end of the text, which may be unfinished. Empty after a space. */
export function lastTerm(typed: string): string {
  const last = typed.match(TERM)?.at(-1) ?? ''
  return typed.endsWith(last) ? last : ''
}

/** Whether a term matches. A term without a prefix searches everything; flags, which each event has, only with `=`. */
function termTest(term: string): (line: EventLine) => boolean {
  const [, part = '', text = ''] = /^([a-z]+):(.+)$/.exec(term) ?? []
  const value = unquoted(text)
  switch (part) {
    case 'name':
      return (line) => line.name.toLowerCase().includes(value)
    case 'user':
      return ({ who }) => [who.name, who.id, who.impersonator, who.looker].join('\n').toLowerCase().includes(value)
    case 'flag':
      return hasFlag(value)
    case 'has':
      return (line) => line.properties.some((property) => pair(property.name, property.value).includes(value))
    case 'app':
      return ({ app }) => app.toLowerCase().includes(value)
    case 'refused':
      return ({ life }) => refusers(life).some((name) => name.toLowerCase() === value)
    case 'to':
      return (line) => line.life.destinations.some(({ name }) => name.toLowerCase().includes(value))
    case 'is':
      return ({ life: { says, stage } }) => says.includes(value) || stateOf(stage).startsWith(value)
    default: {
      const word = unquoted(term)
      const isFlag = word.includes('=') ? hasFlag(word) : () => false
      return (line) => line.text.includes(word) || isFlag(line)
    }
  }
}

/** The names of the destinations that have refused an event. */
export const refusers = ({ destinations }: EventLine['life']): readonly string[] =>
  destinations.filter(({ stage }) => stage === 'refused').map(({ name }) => name)

/** A condition as it is typed. */
export function termText(part: FilterPart, value: string): string {
  return `${part}:${/\s/.test(value) ? `"${value}"` : value}`
}

function hasFlag(text: string): (line: EventLine) => boolean {
  const plain = plainFlag(text)
  return (line) => plain !== '' && line.flagText.includes(plain)
}

function pair(name: string, value: unknown): string {
  return pairText(name, value).toLowerCase()
}

/** A flag or a property as it is written in the filter: `total=1200`. */
export function pairText(name: string, value: unknown): string {
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.replaceAll('"', '') : text
}

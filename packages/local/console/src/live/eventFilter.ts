import type { EventLine } from './eventLine.ts'
import type { LifeStage } from './lifeLine.ts'

/** What is left of the list. Every part has to fit. */
export interface EventFilter {
  /** Words, and `part:text` for one part of an event. */
  readonly typed: string
  readonly show: ShowChoice
  /** Only what this person did. */
  readonly user: string | undefined
  /** Only what happened on this page. */
  readonly tab: string | undefined
}

export const SHOW_CHOICES = ['all', 'under way', 'acknowledged', 'dropped', 'late', 'again', 'impersonated'] as const
export type ShowChoice = (typeof SHOW_CHOICES)[number]

export const NO_FILTER: EventFilter = { typed: '', show: 'all', user: undefined, tab: undefined }

const UNDER_WAY: readonly LifeStage[] = ['happened', 'held', 'stamped', 'stored', 'sent']

/** Whether a line is shown; to be made once for a filter, and asked for each line. */
export function eventFilter(filter: EventFilter): (line: EventLine) => boolean {
  const tests = filter.typed.toLowerCase().split(/\s+/).filter(Boolean).map(wordTest)
  return (line) =>
    (filter.user === undefined || line.who.id === filter.user) &&
    (filter.tab === undefined || line.tab === filter.tab) &&
    isShown(line, filter.show) &&
    tests.every((fits) => fits(line))
}

/** A word is looked for in everything; `name:`, `user:`, `flag:`, `has:`, `to:`, `is:` look in one part. */
function wordTest(word: string): (line: EventLine) => boolean {
  const [, part = '', text = ''] = /^([a-z]+):(.+)$/.exec(word) ?? []
  switch (part) {
    case 'name':
      return (line) => line.name.toLowerCase().includes(text)
    case 'user':
      return ({ who }) => [who.name, who.id, who.impersonator, who.looker].join('\n').toLowerCase().includes(text)
    case 'flag':
      return (line) => line.flags.some(({ name, value }) => pair(name, value).includes(text))
    case 'has':
      return (line) => line.properties.some(({ name, value }) => pair(name, value).includes(text))
    case 'to':
      return (line) => line.life.destinations.some(({ name }) => name.toLowerCase().includes(text))
    case 'is':
      return (line) => line.life.says.includes(text)
    default:
      return (line) => line.text.includes(word)
  }
}

function pair(name: string, value: unknown): string {
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`.toLowerCase()
}

function isShown(line: EventLine, show: ShowChoice): boolean {
  switch (show) {
    case 'all':
      return true
    case 'under way':
      return UNDER_WAY.includes(line.life.stage)
    case 'acknowledged':
      return line.life.stage === 'acknowledged' || line.life.stage === 'collected'
    case 'dropped':
      return line.life.stage === 'dropped'
    case 'late':
      return line.lateMs !== undefined
    case 'again':
      return line.copies > 0
    case 'impersonated':
      return line.who.impersonator !== undefined
  }
}

/** Whether a filter leaves anything out. */
export function isFiltering({ typed, show, user, tab }: EventFilter): boolean {
  return typed.trim() !== '' || show !== 'all' || user !== undefined || tab !== undefined
}

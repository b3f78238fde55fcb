import type { TimeSpan } from './eventBars.ts'
import type { EventLine } from './eventLine.ts'
import { filterTerms } from './filterTerms.ts'
import { stateOf } from './lifeLine.ts'

/** The filter of the list. All parts must match. */
export interface EventFilter {
  /** Words, and `part:text` for one part of an event. */
  readonly typed: string
  readonly show: ShowChoice
  /** Only events of this person. */
  readonly user: string | undefined
  /** Only events of this tab. */
  readonly tab: string | undefined
  /** Only events that happened in this time. */
  readonly between: TimeSpan | undefined
}

export const SHOW_CHOICES = [
  'all',
  'waiting',
  'arrived',
  'taken elsewhere',
  'passed on',
  'not delivered',
  'late',
  'again',
  'impersonated',
] as const
export type ShowChoice = (typeof SHOW_CHOICES)[number]

export const SHOW_NAMES: Readonly<Record<ShowChoice, string>> = {
  all: 'All',
  waiting: 'Waiting',
  arrived: 'Arrived',
  'taken elsewhere': 'Taken elsewhere',
  'passed on': 'Passed on',
  'not delivered': 'Refused or dropped',
  late: 'Late',
  again: 'Duplicates',
  impersonated: 'Impersonated',
}

export const NO_FILTER: EventFilter = {
  typed: '',
  show: 'all',
  user: undefined,
  tab: undefined,
  between: undefined,
}

/** Returns a predicate for lines. Create it once for a filter. */
export function eventFilter(filter: EventFilter): (line: EventLine) => boolean {
  const terms = filterTerms(filter.typed)
  return (line) =>
    (filter.between === undefined || isWithin(line.at, filter.between)) &&
    (filter.user === undefined || line.who.id === filter.user) &&
    (filter.tab === undefined || line.tab === filter.tab) &&
    isShown(line, filter.show) &&
    terms.every(({ fits }) => fits(line))
}

function isWithin(at: number, { from, to }: TimeSpan): boolean {
  return at >= from && at < to
}

function isShown(line: EventLine, show: ShowChoice): boolean {
  switch (show) {
    case 'all':
      return true
    case 'waiting':
    case 'arrived':
    case 'taken elsewhere':
    case 'passed on':
      return stateOf(line.life.stage) === show
    case 'not delivered':
      return ['refused', 'dropped'].includes(stateOf(line.life.stage))
    case 'late':
      return line.lateMs !== undefined
    case 'again':
      return line.copies > 0
    case 'impersonated':
      return line.who.impersonator !== undefined
  }
}

/** Whether a filter excludes any events. */
export function isFiltering({ typed, show, user, tab, between }: EventFilter): boolean {
  return typed.trim() !== '' || show !== 'all' || user !== undefined || tab !== undefined || between !== undefined
}

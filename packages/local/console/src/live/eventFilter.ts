import type { TimeSpan } from './eventBars.ts'
import type { EventLine } from './eventLine.ts'
import { filterTerms } from './filterTerms.ts'
import type { LifeStage } from './lifeLine.ts'

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

export const SHOW_CHOICES = ['all', 'under way', 'acknowledged', 'dropped', 'late', 'again', 'impersonated'] as const
export type ShowChoice = (typeof SHOW_CHOICES)[number]

export const SHOW_NAMES: Readonly<Record<ShowChoice, string>> = {
  all: 'All',
  'under way': 'In progress',
  acknowledged: 'Acknowledged',
  dropped: 'Dropped',
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

const UNDER_WAY: readonly LifeStage[] = ['happened', 'pending', 'completed', 'stored', 'sent']

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

/** Whether a filter excludes any events. */
export function isFiltering({ typed, show, user, tab, between }: EventFilter): boolean {
  return typed.trim() !== '' || show !== 'all' || user !== undefined || tab !== undefined || between !== undefined
}

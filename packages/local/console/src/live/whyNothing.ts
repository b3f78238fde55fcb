import { spanText } from './eventBars.ts'
import { eventFilter, NO_FILTER, type EventFilter } from './eventFilter.ts'
import type { EventLine } from './eventLine.ts'
import { filterTerms } from './filterTerms.ts'

/** A condition of a filter that excludes all events. */
export interface Excluding {
  /** The condition as the user sees it: `flag:x=true`, `Show: Late`. */
  readonly name: string
  /** The number of events that match this condition alone. */
  readonly alone: number
  /** The number of events that match all other conditions. */
  readonly without: number
  /** The filter without it. */
  readonly rest: EventFilter
}

/** The conditions of a filter that exclude all events: those that match no event, or else those whose removal would show some. */
export function whyNothing(
  lines: readonly EventLine[],
  filter: EventFilter,
  names: { readonly show: string; readonly user: string },
): readonly Excluding[] {
  const count = (one: EventFilter) => lines.filter(eventFilter(one)).length
  const conditions = conditionsOf(filter, names).map(({ name, only, rest }): Excluding => {
    return { name, alone: count(only), without: count(rest), rest }
  })
  const unmet = conditions.filter(({ alone }) => alone === 0)
  return unmet.length > 0 ? unmet : conditions
}

function conditionsOf(filter: EventFilter, { show, user }: { readonly show: string; readonly user: string }) {
  const terms = filterTerms(filter.typed)
  const typed = terms.map(({ text }, index) => ({
    name: text,
    only: { ...NO_FILTER, typed: text },
    rest: { ...filter, typed: terms.flatMap((term, place) => (place === index ? [] : term.text)).join(' ') },
  }))
  return [
    ...typed,
    ...(filter.show === 'all'
      ? []
      : [{ name: show, only: { ...NO_FILTER, show: filter.show }, rest: { ...filter, show: 'all' as const } }]),
    ...(filter.user === undefined
      ? []
      : [{ name: user, only: { ...NO_FILTER, user: filter.user }, rest: { ...filter, user: undefined } }]),
    ...(filter.between === undefined
      ? []
      : [
          {
            name: spanText(filter.between),
            only: { ...NO_FILTER, between: filter.between },
            rest: { ...filter, between: undefined },
          },
        ]),
    ...(filter.tab === undefined
      ? []
      : [{ name: 'this tab', only: { ...NO_FILTER, tab: filter.tab }, rest: { ...filter, tab: undefined } }]),
  ]
}

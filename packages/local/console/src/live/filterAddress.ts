import { NO_FILTER, SHOW_CHOICES, type EventFilter } from './eventFilter.ts'

/** The filter as it is written in the address, so that it can be shared and survives a reload. Empty without a filter. */
export function filterSearch({ typed, show, user, tab, between }: EventFilter): string {
  const search = new URLSearchParams()
  if (typed.trim() !== '') search.set('filter', typed)
  if (show !== 'all') search.set('show', show)
  if (user !== undefined) search.set('user', user)
  if (tab !== undefined) search.set('tab', tab)
  if (between !== undefined) {
    search.set('from', String(between.from))
    search.set('to', String(between.to))
  }
  return search.toString()
}

/** A typed address may contain anything: what is no condition of a filter is ignored. */
export function readFilterSearch(text: string): EventFilter {
  const search = new URLSearchParams(text)
  const [from, to] = [search.get('from'), search.get('to')].map((time) => (time === null ? Number.NaN : Number(time)))
  return {
    typed: search.get('filter') ?? NO_FILTER.typed,
    show: SHOW_CHOICES.find((choice) => choice === search.get('show')) ?? NO_FILTER.show,
    user: search.get('user') ?? undefined,
    tab: search.get('tab') ?? undefined,
    between:
      from !== undefined && to !== undefined && Number.isFinite(from) && Number.isFinite(to) ? { from, to } : undefined,
  }
}

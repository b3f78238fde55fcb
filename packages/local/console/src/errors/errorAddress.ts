import type { ErrorGroup } from '../../../src/errors/errorGroups.ts'
import { DEFAULT_PERIOD, type Period, type PeriodName, PERIODS } from '../../../src/errors/period.ts'
import type { ErrorPlace } from '../../../src/errors/seenEvent.ts'
import { NO_FILTER } from '../live/eventFilter.ts'
import { filterSearch } from '../live/filterAddress.ts'
import { termText } from '../live/filterTerms.ts'
import { routeHash } from '../shell/route.ts'

/** An error in an application and level, in a period. */
export interface ErrorAddress extends Partial<ErrorPlace> {
  readonly fingerprint: string
  readonly period: PeriodName
}

/** The period as it is written in the address. */
export function periodSearch(period: PeriodName, place: Partial<ErrorPlace> = {}): string {
  const search = new URLSearchParams()
  if (place.app !== undefined) search.set('app', place.app)
  if (place.promotion !== undefined) search.set('promotion', place.promotion)
  if (period !== DEFAULT_PERIOD) search.set('period', period)
  return search.toString()
}

/** A typed address may contain anything. */
export const periodIn = (search = ''): PeriodName =>
  PERIODS.find((one) => one === new URLSearchParams(search).get('period')) ?? DEFAULT_PERIOD

/** The address of an error in the console. */
export const errorHash = ({ fingerprint, period, ...place }: ErrorAddress): string =>
  routeHash({ view: 'errors', open: fingerprint, search: periodSearch(period, place) })

/** The error that an address of the console names. */
export function addressIn(fingerprint: string, search = ''): ErrorAddress {
  const params = new URLSearchParams(search)
  const [app, promotion] = [params.get('app'), params.get('promotion')]
  return {
    ...{ fingerprint, period: periodIn(search) },
    ...(app !== null && { app }),
    ...(promotion !== null && { promotion }),
  }
}

/** Where the services list the errors. */
export const listPath = (period: PeriodName): string => `/console/errors?period=${period}`

/** Where the services say who has an error. */
export function detailPath({ fingerprint, period, app, promotion }: ErrorAddress): string {
  const params = new URLSearchParams({ period })
  if (app !== undefined) params.set('app', app)
  if (promotion !== undefined) params.set('promotion', promotion)
  return `/console/errors/${encodeURIComponent(fingerprint)}?${params.toString()}`
}

/** The address of the events of an error in Live. */
export function liveHash({ fingerprint, app }: ErrorGroup, { from, until }: Period): string {
  const typed = [termText('has', `fingerprint=${fingerprint}`), ...(app === '' ? [] : [termText('app', app)])].join(' ')
  return routeHash({
    ...{ view: 'live', open: undefined },
    search: filterSearch({ ...NO_FILTER, typed, between: { from, to: until + 1 } }),
  })
}

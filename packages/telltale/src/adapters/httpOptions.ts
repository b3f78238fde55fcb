import { checkedElsewhere, bool, type Passed, text } from '../core/checkOptions.ts'
import type { OptionTable } from '../core/optionTable.ts'
import { IMPERSONATION } from '../events/destinations/impersonation.ts'
import { type HttpDestinationOptions, type HttpSettings, POSTING_OPTIONS } from './httpDestination.ts'

const HTTP_OPTIONS = {
  ...POSTING_OPTIONS,
  name: text,
  // What else it is, each request reports, as it reports what the function returns.
  headers: checkedElsewhere,
  gzip: bool,
  impersonation: IMPERSONATION,
} satisfies OptionTable<HttpDestinationOptions>

export const COLLECTOR_OPTIONS = {
  ...HTTP_OPTIONS,
  flagSets: bool,
} satisfies OptionTable<Omit<HttpSettings, 'format'>>

/** What the application has passed to `collector` or to `httpDestination`, which alone has a format. */
export function passedHttp({ format, ...options }: HttpSettings): Passed {
  if (format) return { what: 'httpDestination', table: HTTP_OPTIONS, options }
  return { what: 'collector', table: COLLECTOR_OPTIONS, options }
}

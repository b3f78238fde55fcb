import type { Telltale } from 'telltale'

/** What the HTML of the page says before this script runs. Addresses may be relative, as in an application. */
export interface OddPage {
  api: string
  flags: string
  collector: string
  token: string
}

/** What a test reads when the page is done. */
export interface OddResult {
  threw?: string
  user?: string
  flag?: boolean
}

declare global {
  var ODD: OddPage
  var result: OddResult | undefined
  var telltale: Telltale | undefined
}

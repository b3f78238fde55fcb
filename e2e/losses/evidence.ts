import type { Kind } from './kinds.ts'

/** An event, by its page and its number in it. */
export interface Numbered {
  readonly page: string
  readonly n: number
}

/** What a page tells about the numbers of a page: `last`, and texts such as `1-40,42` by what has become of them. */
export type Told = Readonly<Record<string, unknown>>

/** A batch that a page has sent, and what the proxy has made of it. */
export interface Batch {
  /** The page that has sent it, by the name that the driver has given to it. */
  readonly sender: string
  /** The same page, by its id. */
  readonly page: string
  readonly pages: Readonly<Record<string, Told>>
  readonly events: readonly (Numbered & { readonly name: string })[]
  /** Whether the collector has got it, with all of its events or without those that it forgets. */
  readonly isPassed: boolean
  /** What the proxy or the collector has done to these events. */
  readonly fault?: { readonly kind: Kind; readonly events: readonly Numbered[] }
}

/** An event that a page has tracked. */
export interface Tracked {
  /** The name that the driver has given to the page. */
  readonly sender: string
  /** The number that it must have: events are counted from 1, which is the load event. */
  readonly n: number
  /** By what it may have been lost. It is an error if an event is missing for which this is empty. */
  readonly planted: Set<Kind>
}

/** The sums of `GET /loss` that are compared. */
export interface Sums {
  readonly stored: number
  readonly explained: Readonly<Record<string, number>>
  readonly onTheWay: number
  readonly outstanding: number
  readonly unexplained: number
}

export interface LossReport extends Sums {
  readonly pages: readonly (Sums & { readonly page: string; readonly missing: string })[]
}

/** All that was seen of a history from outside. */
export interface Evidence {
  /** The ids of the pages, by their names, as far as a page has lived long enough to have one that can be seen. */
  readonly ids: ReadonlyMap<string, string>
  readonly tracked: readonly Tracked[]
  readonly batches: readonly Batch[]
  /** What the collector has stored. */
  readonly stored: readonly Numbered[]
  readonly loss: LossReport
}

export const keyOf = ({ page, n }: Numbered) => `${page}/${n}`

/** The numbers of a text such as `1-3,7`. */
export function numbersIn(text: unknown): number[] {
  if (typeof text !== 'string' || text === '') return []
  return text.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

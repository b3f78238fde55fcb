import { type HttpDestinationOptions, httpPart } from './adapters/httpDestination.ts'
import { readOnce } from './core/optionTable.ts'
import type { BuiltInDestination } from './events/destinations/destination.ts'

/** The options of `collector`. */
export interface CollectorOptions extends Omit<HttpDestinationOptions, 'name'> {
  /** The name of the destination; `collector` when absent. */
  name?: string | undefined
  /**
   * What many events share is in a batch once, by default: their flags in `flagSets`, where an event names its set by `flagSet`, and
   * their page and moment in `moments`, where it names its place by `moment`. More events then fit into the 64 KiB that a page may send
   * when it ends. With `false`, each event is whole, with all flags among its properties, and without the details of the flags.
   */
  flagSets?: boolean | undefined
}

/**
 * An HTTP collector. A batch is `{ app, project, sentAt, dropped, inMemory, pages, traits, flagSets, flagDetails, moments, events }` as JSON. `dropped` counts the events that the
 * page has given up so far, `inMemory` those that the browser did not store.
 *
 * A 2xx acknowledges the batch if its body is empty, JSON or any other text except a page, which begins with `<`. Sign-in pages and
 * captive portals answer with a redirect or a page: the events are then kept and retried, and the console reports it. The statuses
 * 3xx, 408, 425, 429 and 5xx are retried as well, and so are those that say nothing about the events, such as 401, 403, 404, 405 and
 * 415. An event for which alone the server answers so holds back no other event. After 413 the same events are sent in smaller
 * batches. On any other 4xx the batch is halved until the refused event is alone. That event, or one that is too large alone, is kept
 * for `telltale.refused`.
 *
 * An event may arrive again, for example if a page ends before it receives the answer: drop an event whose id is known.
 */
export function collector(options: CollectorOptions): BuiltInDestination {
  const own = readOnce(options) as unknown as CollectorOptions
  return httpPart('collector', { ...own, name: own.name ?? 'collector' })
}

export type { BuiltInDestination }
export type { Impersonation } from './events/destinations/destination.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'

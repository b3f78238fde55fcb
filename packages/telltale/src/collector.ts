import { collector as part, type CollectorOptions } from './adapters/collector.ts'
import type { BuiltInDestination } from './events/destination.ts'

/**
 * An HTTP collector. A batch is `{ app, project, sentAt, dropped, inMemory, events }` as JSON. `dropped` counts the events that the
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
export const collector = (options: CollectorOptions): BuiltInDestination => part(options)

export type { BuiltInDestination, CollectorOptions }
export type { Impersonation } from './events/destination.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'

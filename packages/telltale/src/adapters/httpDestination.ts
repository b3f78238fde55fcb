import type { AnalyticsEvent } from '../core/model/event.ts'
import type { TraitsById } from '../identity/readTraits.ts'
import type { Dropped, PageFates } from '../core/model/diagnostics.ts'
import type { PerLevel, Promotion } from '../core/model/promotion.ts'
import { assertOptions, bool } from '../core/checkOptions.ts'
import {
  firstProblem,
  fn,
  isFunction,
  isPerLevel,
  type OptionTable,
  readOnce,
  type Sentence,
  type Table,
} from '../core/optionTable.ts'
import {
  type BuiltInDestination,
  type DeliveryContext,
  type DeliveryOutcome,
  type DeliveryResult,
  type DestinationPart,
} from '../events/destinations/destination.ts'
import type { Vendor } from '../events/destinations/vendor.ts'

/** Headers of a request, by name. */
type RequestHeaders = Readonly<Record<string, string>>

/** How batches are posted: the same for every format. */
export interface HttpDestinationOptions extends Pick<Vendor, 'impersonation'> {
  /** Identifies the destination in the records of events. If there are several, give each its own name. */
  name: string
  /** Where batches are posted, or one address for each promotion level. */
  url: PerLevel
  /**
   * Headers of each request, such as a write key, or a function that returns them, or a promise of them, and is called for each
   * request. They are neither stored nor logged. The server's CORS rules have to allow them. If the function throws, or its promise
   * rejects, events wait. A page that ends cannot wait for a promise: its last events are delivered by the next page.
   */
  headers?: (RequestHeaders | (() => RequestHeaders | undefined | PromiseLike<RequestHeaders | undefined>)) | undefined
  /** The most events in a batch: from 1 to 50, which is the default. */
  batchSize?: number | undefined
  /** The server, and its CORS rules, allow `Content-Encoding: gzip`. Bodies above 1 kB are then compressed. */
  gzip?: boolean | undefined
}

/** What a request says beside its events. */
export interface BatchHead extends Pick<DeliveryContext, 'flagSetOf'> {
  /** The application, and its promotion level if it has set one. */
  readonly app: { readonly name: string; readonly platform: string; readonly promotion?: Promotion }
  /** The analytics project of these events, if the settings have `projects`, or `impersonation` redirects them. */
  readonly project: string | undefined
  /** The time of the request in milliseconds since 1970, by the clock of the page. */
  readonly sentAt: number
  /** The name of the destination. */
  readonly destination: string
  /** The events that the page has given up so far. */
  readonly dropped: Dropped
  /** The number of events that the browser did not store. */
  readonly inMemory: number
  /** What has become of events, by the ids of their pages, as far as it was not told yet. */
  readonly pages: Readonly<Record<string, PageFates>>
  /** The traits of the person who is signed in, by the unique identity, if the settings have `identity.traits`. */
  readonly traits?: TraitsById | undefined
  /** The browser finishes the request even if the page is gone. All such requests of a page share 64 KiB. */
  readonly outlivesPage: boolean
}

/** The body of a request. */
export interface EncodedBatch {
  /** A text, or bytes. */
  readonly body: string | Uint8Array
  /** The header `Content-Type`. */
  readonly contentType: string
}

/** How events are written into the body of a request, and what a successful answer says about them. */
export interface BatchFormat {
  /**
   * Returns the body for these events. Synchronous: a page that ends has no later task. If it throws, the events are kept and tried
   * again. An event that cannot be written holds back no other: it is tried alone. Returns an outcome in place of a body for events that
   * the server would not take: nothing is then posted. After `too-large`, fewer events are tried.
   */
  encode(events: readonly AnalyticsEvent[], head: BatchHead): EncodedBatch | DeliveryOutcome
  /**
   * Returns what the text of a 2xx answer says about the events, such as `split` for a partial success. When absent, all of them are
   * delivered. Not called for a page (a text that begins with `<`): events are then kept.
   */
  read?(answer: string, events: readonly AnalyticsEvent[]): DeliveryResult
  /** Each set of flags is in the body once, not with each event. More events are then sent when a page ends. */
  readonly sharesFlags?: boolean | undefined
  /** The body contains `dropped` and `pages` of the head: after a success, they are not sent again. */
  readonly reportsDropped?: boolean | undefined
}

/** What the code that posts batches needs. It is loaded with the outbox. */
export interface HttpSettings extends HttpDestinationOptions {
  /** The collector's own when absent, which is loaded with that code. */
  format?: BatchFormat | undefined
  /** The collector's option. */
  flagSets?: boolean | undefined
}

/** The options without which no batch can be posted when they are wrong. The lazy chunk has the others. */
export const POSTING_OPTIONS = {
  // For example an unset build variable: an empty URL is that of the page, whose server may well answer with 200.
  url: [
    isPerLevel,
    (at, what) => `Telltale cannot start. Set url${at} of ${what}({ url }) to where batches are posted. (T28)`,
  ],
  batchSize: [
    (value) => Number.isInteger(value) && (value as number) > 0,
    (_, what) => `Telltale cannot start. Set batchSize of ${what}({ url }) to a whole number from 1 to 50. (T29)`,
  ],
} satisfies Table<Sentence>

/** @param what the function that the application has called, for errors */
export function httpPart(what: string, settings: HttpSettings): DestinationPart {
  const [sentence, , at = ''] = firstProblem<Sentence>(POSTING_OPTIONS, { ...settings }, ['url']) ?? []
  if (sentence) throw new Error(sentence(at, what))
  return { name: settings.name, http: settings }
}

/**
 * A destination that posts batches in a format of your own, by the rules of `collector`: it divides a batch by analytics project,
 * compresses it, hands it to the browser when the page ends, waits when the server asks for it, and decides by the status whether
 * events are delivered, tried again, sent in smaller batches or refused.
 *
 * @throws a sentence that says what to do, when the name, the address or the format is missing
 */
export function httpDestination(options: HttpDestinationOptions, format: BatchFormat): BuiltInDestination {
  assertOptions({ what: 'httpDestination', table: FORMAT, required: ['encode'] }, format)
  return httpPart('httpDestination', { ...readOnce(options), format } as unknown as HttpSettings)
}

const FORMAT = {
  encode: [isFunction, () => 'Telltale cannot start. Pass httpDestination() a format with a function encode. (T158)'],
  read: fn,
  sharesFlags: bool,
  reportsDropped: bool,
} satisfies OptionTable<BatchFormat>

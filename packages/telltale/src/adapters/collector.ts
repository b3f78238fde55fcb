import { missingText, type PerLevel } from '../core/model/promotion.ts'
import { type DestinationPart, isAllowed, type Impersonation } from '../events/destination.ts'

/** Headers of a request, by name. */
type RequestHeaders = Readonly<Record<string, string>>

/** The options of `collector`. */
export interface CollectorOptions {
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
  /** Identifies the collector in the records of events; `collector` when absent. If there are several, give each its own name. */
  name?: string | undefined
  /** The server, and its CORS rules, allow `Content-Encoding: gzip`. Bodies above 1 kB are then compressed. */
  gzip?: boolean | undefined
  /**
   * The server accepts the flags of a batch separately from its events: `flagSets: { id: { 'LDFF: …': value } }`, where an event
   * refers to its set by `flagSet: id`. More events then fit into the 64 KiB that a page may send when it ends. Without this
   * option, each event has all flags among its properties.
   */
  flagSets?: boolean | undefined
  /** What happens to the events of a user who is impersonated; `tag` when absent. */
  impersonation?: Impersonation | undefined
}

export function collector(
  // JavaScript callers may omit the options.
  options: CollectorOptions = { url: '' },
): DestinationPart {
  const { url, name = 'collector', batchSize, impersonation = 'tag' } = options
  // For example an unset build variable: an empty URL is that of the page, whose server may well answer with 200.
  const missing = missingText(url)
  if (missing !== undefined)
    throw new Error(`Telltale cannot start. Set url${missing} of collector({ url }) to where batches are posted. (T28)`)
  if (batchSize !== undefined && !(Number.isInteger(batchSize) && batchSize > 0))
    throw new Error('Telltale cannot start. Set batchSize of collector({ url }) to a whole number from 1 to 50. (T29)')
  return {
    name,
    accepts: (event) => isAllowed(event, impersonation),
    collector: options,
  }
}

import type { CollectedEvent } from './door/collectedEvent.ts'
import type { WriteKey } from './door/access.ts'
import type { Batch, EventSink, Outcome } from './store/store.ts'

export interface CollectorLimits {
  /** The most bytes of a body when it is unpacked: 5 MiB by default. More are answered with 413, and the page sends smaller batches. */
  readonly maxBytes?: number
  /** The most events in a batch: 10,000 by default. */
  readonly maxEvents?: number
  /**
   * The most bytes of the events of a batch as they are stored, each with the flags and the moment that it shares with others in the batch: four
   * times `maxBytes` by default. More are answered with 413, and the page sends smaller batches.
   */
  readonly maxStoredBytes?: number
  /**
   * How many bytes of bodies, and of what they become, are in memory at the same time: 64 MiB by default. An address, or a network of IPv6, gets
   * half of it at most, and less the more of them there are. Who wants more is answered with 503.
   */
  readonly maxWaitingBytes?: number
  /** How long the store may take in milliseconds: 5,000 by default. Then the answer is 503, and the page tries again. */
  readonly storeTimeoutMs?: number
  /** The most requests with one write key within a second, unlimited by default. More are answered with 429. */
  readonly perSecond?: number
  /** The most requests from one address within a second, unlimited by default. */
  readonly perSecondByAddress?: number
}

type WriteKeys = Readonly<Record<string, WriteKey>>

export interface CollectorOptions {
  /** Where the events go to: `sqliteStore`, `postgresStore`, or one of your own that passes `testSink`. */
  readonly sink: EventSink
  /**
   * The write keys by their text, which a page sends as `Authorization: Bearer …`: `collector({ url, headers: { authorization } })`.
   * Without keys, everybody may post. A function is asked for them at each request, so that they may change: by one object in place of another.
   */
  readonly keys?: WriteKeys | (() => WriteKeys | undefined)
  /** The origins of the pages that may post, such as `https://app.example.com`: each exactly. Without this list, pages of every origin. */
  readonly origins?: readonly string[]
  /** The token for what is not for pages, such as reading and deleting events. Without it, nobody may. */
  readonly adminToken?: string
  readonly limits?: CollectorLimits
  /**
   * Which events may come: `compilePlan` of `@telltale/collector/plan`. One that does not fit is refused alone, the browser keeps it, and it
   * arrives when the plan or the page is mended. It sees the properties of the application, without the flags that events share.
   */
  readonly plan?: PlanCheck
  /** Properties whose names match are not stored, at any depth: `/card|iban/i`. */
  readonly redact?: RegExp
  /**
   * Replaces secrets and personal data in names, properties, flags, addresses and titles before they are stored, with the code of `redact()`
   * of `telltale/redact`. Use that step in the page, too, so that nothing of it is in the browser or on the way. The identity stays.
   */
  readonly redactValues?: boolean
  /** Called after each batch, with the outcome of each event in its order. */
  readonly onStored?: (batch: Batch, outcomes: readonly Outcome[]) => void
  /**
   * Called with each answer to a batch: the status, why it is so, how many events are refused, and for how many milliseconds the store has worked
   * on it, if it was asked.
   */
  readonly onAnswered?: (answer: {
    readonly status: number
    readonly reason: AnswerReason
    readonly storeMs?: number
    readonly refused: number
  }) => void
  /** Called with messages for operators. They contain no data of events, no keys and no addresses. */
  readonly log?: Log
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * Why a batch is answered as it is.
 *
 * - `stored`: each event is durable, or was before (202).
 * - `plan`, `event`, `unstorable`: some events are refused (422); the first of them by the plan, because it is no valid event, or by the store.
 * - `invalid`: the body is no batch (400). `unreadable`: it ended too early, or cannot be unpacked (400).
 * - `too-large`: too many bytes or events (413).
 * - `content-type`, `encoding`: the headers of these names (415).
 * - `key`: the write key is missing or wrong (401). `app`: it is for another application (403). `origin`: pages of this origin may not post (403).
 * - `key-rate`, `address-rate`: too many requests with one key, or from one address (429).
 * - `memory`: too many bytes wait (503). `store`: the store has failed, or has not answered in time (503).
 * - `error`: a function of the host has thrown (500).
 */
export type AnswerReason =
  | 'stored'
  | 'plan'
  | 'event'
  | 'unstorable'
  | 'invalid'
  | 'unreadable'
  | 'too-large'
  | 'content-type'
  | 'encoding'
  | 'key'
  | 'app'
  | 'origin'
  | 'key-rate'
  | 'address-rate'
  | 'memory'
  | 'store'
  | 'error'

/** Says why an event may not come, as the rest of a sentence that begins with `Event 5`. */
export type PlanCheck = (event: CollectedEvent, app: string) => string | undefined

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void

/** What the server knows about a request beside the request. */
export interface RequestInfo {
  /** The address of the client, for `perSecondByAddress`. */
  readonly address?: string
  /** Breaks the connection: an answer that has begun cannot be completed. */
  readonly cut?: () => void
}

import type { Host, Stoppable } from '../../core/host.ts'
import type { AnalyticsEvent, FlagSet } from '../../core/model/event.ts'
import type { PerLevel } from '../../core/model/promotion.ts'
import type { HasPassed } from '../../core/checkOptions.ts'

/**
 * The outcome for events that were delivered together.
 *
 * - `delivered`: the destination has them.
 * - `retry`: the batch is fine and is tried again. Without `afterMs` and `reason`, this counts as no answer. If the
 *   destination takes others meanwhile, the batch is halved until the event that fails is alone, which then waits.
 * - `too-large`: the batch is too large. The same events are sent again in smaller batches.
 * - `refused`: the batch would be refused again. It is halved until one event is left, and that event is then in
 *   `telltale.refused`.
 */
export type DeliveryOutcome =
  | {
      /** The destination has the events. */
      outcome: 'delivered'
      /** Events that the destination has not taken, because it would attribute them to another user. */
      misattributed?: readonly AnalyticsEvent[]
      /**
       * The number of events that it has rejected without saying which: they count as `refused`, and are not sent again. `message` is written to the console as an
       * error.
       */
      rejected?: { readonly count: number; readonly message: string }
    }
  | {
      /** The batch is fine and is tried again. */
      outcome: 'retry'
      /** How long to wait before, in milliseconds. */
      afterMs?: number
      /** Why no batch can be delivered at present, and what to do. It is written to the console as an error. */
      reason?: string
      /**
       * What has happened, in a few words such as `status 503`. The console of the local services shows it; it is written nowhere
       * else, and decides nothing. Leave out addresses, tokens and personal data.
       */
      cause?: string
    }
  | {
      /** The same events are sent again in smaller batches. */
      outcome: 'too-large'
    }
  | {
      /** The batch would be refused again: one event of it is refused for good. */
      outcome: 'refused'
      /** Why the event was refused, for `telltale.refused`. */
      reason: string
    }

/** Some events of a batch, and their outcome. */
export interface DeliveryPart {
  /** Each is one of the events of the batch. */
  readonly events: readonly AnalyticsEvent[]
  /** What has become of these events. */
  readonly result: DeliveryOutcome
}

/**
 * The outcome for a batch. `split`: the destination divided the batch, for example between two projects, and each part
 * has its own outcome.
 */
export type DeliveryResult =
  | DeliveryOutcome
  | {
      /** Each part of the batch has its own outcome. */
      outcome: 'split'
      /** The parts. An event that is in no part is tried again. */
      parts: readonly DeliveryPart[]
    }

/** What a destination may use while it delivers a batch. */
export interface DeliveryContext {
  /** Aborts when the layer is closed, and when this tab may no longer deliver these events: end the request. */
  signal: AbortSignal
  /** The request leaves before this call returns, and the browser finishes it even if the page is gone. */
  keepalive: boolean
  /**
   * Returns the flags that are among the properties of an event of this batch. Events that were tracked under the same
   * flags have the same set.
   */
  flagSetOf?(event: AnalyticsEvent): FlagSet | undefined
}

/** A destination of events. An application may write its own: a name and `deliver` are enough. */
export interface Destination {
  /**
   * The name of the destination in the records of events. It is unique in the layer, and the same on each visit. An
   * event waits for a destination of this name even while a page of the same application has no such destination, but
   * no longer than a day: such a page gives up older events, counts them as `no-destination` and reports them.
   */
  readonly name: string
  /**
   * Its request bodies are compressed, which takes time. Only the bodies of an exit, which are not compressed, outlive
   * the page.
   */
  readonly compresses?: boolean | undefined
  /**
   * A request body contains each set of flags once, not once per event. More events then fit into what a page may send
   * when it ends.
   */
  readonly sharesFlags?: boolean | undefined
  /** The most events in a batch: default and maximum 50. A batch that is sent as the page ends may have more. */
  readonly batchSize?: number | undefined
  /** Whether an event is for this destination. When absent, all events are. */
  accepts?(event: AnalyticsEvent): boolean
  /** Resolves when events can be taken, or when the signal aborts. When absent, events can be taken at once. */
  whenReady?(signal: AbortSignal): Promise<void>
  /**
   * Answers when it has the batch, and drops an event whose id it already has: an event may come again. A batch for
   * which it throws, or for which it answers an unknown outcome, is halved until one event
   * is left. That event counts as refused once the destination has taken another event and has thrown for this one
   * again. A destination that takes nothing is asked less and less often, at least once a minute.
   */
  deliver(batch: readonly AnalyticsEvent[], context: DeliveryContext): Promise<DeliveryResult>
  /** Called when the layer is closed. */
  stop?(): void
}

/** A destination of this library, such as `collector({ url })` or `heap()`. */
export interface BuiltInDestination {
  /** The name in reports, in `diagnostics` and in the console. */
  readonly name: string
}

/** A destination as the library uses it. */
export interface RunningDestination extends Omit<Destination, 'stop'>, Stoppable {
  /**
   * `acknowledging`: it answers when it has a batch. `in-page`: a script that is called and does not answer, so each
   * event is handed over only once.
   */
  readonly type: 'acknowledging' | 'in-page'
  /** Whether the destination may not have the event yet. */
  isHeld?(event: Pick<AnalyticsEvent, 'kind' | 'identity'>): boolean
  /** Tells the script what the user has decided, and takes from it what it has of a user. Returns whether it is there. */
  allow?(isAllowed: boolean): boolean
  /** How the names of the cookies of the script begin. */
  readonly cookies?: readonly string[] | undefined
  /** Where it posts events, for reports. */
  readonly url?: string
}

/** What a built-in destination consists of. */
export interface DestinationPart extends BuiltInDestination, HasPassed {
  /** Starts the destination at once. */
  start?(host: Host): RunningDestination
  /** The settings of a destination that posts batches, whose code is loaded with the outbox. */
  readonly http?: { readonly url: PerLevel }
}

/** Returns what a destination in the settings consists of. The methods of an application's own may need their `this`. */
export function partOf(setting: Destination | BuiltInDestination): DestinationPart {
  if (!('deliver' in setting)) return setting as DestinationPart
  const { name, compresses = false, sharesFlags = false, batchSize } = setting
  return {
    name,
    start: () => ({
      name,
      type: 'acknowledging',
      compresses,
      sharesFlags,
      ...(batchSize && { batchSize: Math.max(1, Math.floor(batchSize)) }),
      accepts: (event) => setting.accepts?.(event) ?? true,
      whenReady: async (signal) => setting.whenReady?.(signal),
      deliver: (batch, context) => setting.deliver(batch, context),
      // Code of the application must not keep the rest of the layer from ending.
      stop: () => void (async () => setting.stop?.())().catch(() => {}),
    }),
  }
}

/**
 * How a destination handles events that are tracked during impersonation. `tag`: they are sent, with the impersonator
 * and the impersonated user. `suppress`: they are not sent. `redirect`: they go to another analytics project.
 */
export type Impersonation = 'tag' | 'suppress' | { readonly redirect: string }

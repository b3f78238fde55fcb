import type { AnalyticsEvent, EventProperties, Moment } from './model/event.ts'
import type { ObservedLayer } from './observer.ts'

/** What a step knows of an event at the time of the call. It cannot be changed. */
export interface StepCall {
  /** The name that was given to `track`. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The address of the page, without its query and fragment. */
  readonly url: string
  /** The properties that were given to `track`, and those of the steps before this one. */
  readonly properties: EventProperties
}

/** What a step adds to an event. JSON must be able to hold it. */
export interface Enrichment {
  /** They replace those of the call and of earlier steps that have the same names. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined
  /** Parts of the moment, which many events share. They replace those of earlier steps that have the same names. */
  readonly moment?: Readonly<Moment> | undefined
}

/**
 * A step on the way of an event, from `events.steps` of the settings: it adds what is true at the time of the call, or changes or drops
 * the event once its user and its flags are known. Steps run in their order, also for the load event, and synchronously. A step that
 * throws, or returns anything else, is skipped for that event and reported once.
 */
export interface Step {
  /** Names the step in reports and in `diagnostics`. */
  readonly name: string
  /**
   * Called once, when the layer starts, before any event. Returns what ends it, which is called by `close()`. A step that records
   * events, or that keeps what it adds, begins here. If it throws, that is reported, and the step goes on without it.
   */
  start?(layer: ObservedLayer): () => void
  /**
   * Called before `track` returns. What it returns is stored with the event. It must have no effects: the layer also asks for the load
   * event of a user who may stay unknown.
   */
  enrich?(call: StepCall): Enrichment | undefined
  /**
   * Called once for each event, when its user and its flags are known, before its destinations are chosen. That may be on a later page
   * of the application, with the steps of that page. Returns the event, or another one, of which `name`, `url` and `properties` are
   * taken: flags, user and time stay what they were. `undefined` drops the event, which is counted as `filtered` under the name of the
   * step. Until then the browser keeps the event as it was tracked: what must never be stored is replaced by `enrich`.
   */
  process?(event: AnalyticsEvent): AnalyticsEvent | undefined
}

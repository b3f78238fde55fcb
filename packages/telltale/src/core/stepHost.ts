import type { Host } from './host.ts'
import type { EventDraft } from './model/event.ts'
import type { Json } from './model/json.ts'
import type { Decide } from './ports/platform.ts'
import type { ObservedLayer } from './observer.ts'
import type { Enrichment, Step, StepCall } from './step.ts'

/** Returns what may be stored or sent of a part of an event. @param where - which part it is */
export type Redacted = <T extends Json>(value: T, where: string) => T

/**
 * What a step of the library gets when it starts: what a part of the layer gets, too. Each step is passed it; the type of a step shows the
 * application only what it may rely on.
 */
export interface StepHost extends ObservedLayer {
  readonly '~host': Host
  readonly '~redacted': Redacted
}

/** What a step of the library adds to an event. */
interface LibraryEnrichment extends Enrichment {
  /** Fields that the draft has only while it waits for its user. */
  draft?: Partial<EventDraft> | false | undefined
}

/** A step of the library, which knows more of an event than one of the application. */
export interface LibraryStep extends Step {
  /** Like that of a step of the application, and may add to the draft. */
  enrich?(call: StepCall): LibraryEnrichment | undefined
  /**
   * Called when the user and the flags of an event are known, before the event is processed: its moment may depend on its user. `undefined`
   * while that has to be decided with other pages: the event waits until `again` is called, and this with it.
   */
  '~complete'?<Draft extends EventDraft>(draft: Draft, deciding: Deciding): Draft | undefined
  /**
   * Called with the name, the properties, the moment, the flags and the address of an event, and with the traits of a person, each with which of
   * them it is, before anything of it is stored or sent. Returns what may be.
   */
  '~redact'?: Redacted
  /** Called when all steps have processed the event, or one of them has dropped it. */
  '~processed'?(event: Pick<EventDraft, 'id' | 'exposure'>, isDropped: boolean): void
}

/** How a step decides something with the other pages of the browser. */
export interface Deciding {
  /** Calls back with what the pages have decided together. */
  decide: Decide
  /** What waits for a decision is completed. */
  again(): void
}

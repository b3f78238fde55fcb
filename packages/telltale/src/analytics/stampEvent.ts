import type { AnalyticsEvent, EventDraft, EventIdentity, EventProperties } from '../core/model/event.ts'

/** Completes a draft. Flag properties come last: no property of the application can stand in for them. */
export function stampEvent(draft: EventDraft, identity: EventIdentity, flags: EventProperties): AnalyticsEvent {
  const { credential: _wasOnlyForWaiting, ...happened } = draft
  return { ...happened, properties: { ...draft.properties, ...flags }, identity }
}

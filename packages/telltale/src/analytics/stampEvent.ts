import type { AnalyticsEvent, EventDraft, EventIdentity, EventProperties } from '../core/model/event.ts'

/** Completes a draft. Flag properties come last: no property of the application can stand in for them. */
export function stampEvent(draft: EventDraft, identity: EventIdentity, flags: EventProperties): AnalyticsEvent {
  return { ...withoutCredential(draft), properties: { ...draft.properties, ...flags }, identity }
}

/** The credential was only for waiting. Few drafts have one, and leaving a property out takes longer than all else of a stamp. */
export function withoutCredential(draft: EventDraft): Omit<EventDraft, 'credential'> {
  if (draft.credential === undefined) return draft
  const { credential: _, ...happened } = draft
  return happened
}

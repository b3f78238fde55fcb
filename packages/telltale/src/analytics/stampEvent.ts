import type { EventDraft, EventIdentity, FlagSet, StoredEvent } from '../core/model/event.ts'

/** Completes a draft. */
export function stampEvent(draft: EventDraft, identity: EventIdentity, flagSet: FlagSet | undefined): StoredEvent {
  return flagSet ? { ...withoutCredential(draft), identity, flagSet } : { ...withoutCredential(draft), identity }
}

/** The credential was only for waiting. Few drafts have one, and leaving a property out takes longer than all else of a stamp. */
export function withoutCredential(draft: EventDraft): Omit<EventDraft, 'credential'> {
  if (draft.credential === undefined) return draft
  const { credential: _, ...happened } = draft
  return happened
}

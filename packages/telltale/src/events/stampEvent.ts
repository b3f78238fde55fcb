import type { EventDraft, EventIdentity, FlagSet, StoredEvent } from '../core/model/event.ts'

/** Completes a draft. */
export function stampEvent(draft: EventDraft, identity: EventIdentity, flagSet: FlagSet | undefined): StoredEvent {
  const happened = withoutFlagsShown(withoutCredential(draft))
  return flagSet ? { ...happened, identity, flagSet } : { ...happened, identity }
}

/** The credential was only for waiting. Few drafts have one, and leaving a property out takes longer than all else of a stamp. */
export function withoutCredential(draft: EventDraft): EventDraft {
  if (draft.credential === undefined) return draft
  const { credential: _, ...happened } = draft
  return happened
}

function withoutFlagsShown(draft: EventDraft): Omit<EventDraft, 'flagSet' | 'flagsUser'> {
  if (draft.flagsUser === undefined) return draft
  const { flagSet: _set, flagsUser: _user, ...happened } = draft
  return happened
}

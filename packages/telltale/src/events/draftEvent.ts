import { eventIdentity } from '../core/model/eventIdentity.ts'
import type { EventDraft, EventProperties } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { TrackOptions } from '../core/model/trackOptions.ts'
import type { Platform } from '../core/ports/platform.ts'

interface Needs extends Pick<Platform, 'clock' | 'page'> {
  /** An id made at so many milliseconds since 1970. */
  mintId(unixMs: number): string
  /** An address as others may see it. */
  publicUrl(url: string): string
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** What is true at this moment. */
export function draftEvent(
  { clock, page, mintId, publicUrl }: Needs,
  identity: Identity,
  { name, properties, options = {} }: { name: string; properties: EventProperties; options?: TrackOptions },
): EventDraft {
  const at = clock.now()
  const { width, height } = page.screen()
  const draft: Mutable<EventDraft> = {
    id: mintId(at),
    name,
    at,
    url: publicUrl(page.url()),
    properties: { ...properties, screen_dimensions: `${width}x${height}` },
    epoch: identity.epoch,
  }
  // Not spread: three spreads of what may be absent take a tenth of the whole call.
  if (options.messaging) draft.messaging = true
  if (options.priority && options.priority !== 'normal') draft.priority = options.priority
  const who = eventIdentity(identity)
  if (who) draft.identity = who
  else if (identity.credential) draft.credential = identity.credential
  return draft
}

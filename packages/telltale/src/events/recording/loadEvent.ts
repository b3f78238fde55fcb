import type { Host } from '../../core/host.ts'
import type { Unsubscribe } from '../../core/lib/listeners.ts'
import type { EventDraft } from '../../core/model/event.ts'
import type { Page } from '../../core/ports/platform.ts'
import type { Drafts } from './drafts.ts'

/** How long the session of a multi-page application is current, in milliseconds. The specification's §9. */
const SESSION_MS = 30 * 60_000
/** The beginning of the key under which the session is stored. */
export const SESSION = 'session:'

/** `Load - App - <app name> - Browser`, or `- Mobile App` when the browser has no timing of a navigation. */
export const loadEventName = (appName: string, page: Pick<Page, 'hasNavigationTiming'>): string =>
  `Load - App - ${appName} - ${page.hasNavigationTiming() ? 'Browser' : 'Mobile App'}`

/** What decides about sessions. */
interface Sessions extends Pick<Host, 'platform'> {
  app: Pick<Host['app'], 'multiPage' | 'space'>
}

/**
 * Whether a first identification begins a session. In a single-page application it does on each load. In a multi-page
 * application it does only when the stored session is 30 minutes old or more. Starts or continues that session.
 */
export function beginsSession(host: Sessions): boolean {
  const { app, platform } = host
  const isNew = !hasCurrentSession(host)
  if (app.multiPage) platform.storage.set(SESSION + app.space, String(platform.clock.now()))
  return isNew
}

/** Whether an earlier page of a multi-page application has begun a session that is still current. */
export function hasCurrentSession({ app, platform: { clock, storage } }: Sessions): boolean {
  const age = clock.now() - Number(storage.get(SESSION + app.space))
  // If the clock was set back, the age is negative, and the session is not known to be current.
  return app.multiPage && age >= 0 && age < SESSION_MS
}

/**
 * Tracks the load event when a user is identified for the first time. Its time is the beginning of the epoch: it is the
 * first event of its user, although events of the epoch may be tracked before who-am-i has answered.
 */
export function announceLoad(
  host: Host,
  drafts: Pick<Drafts, 'ofOwn'>,
  take: (draft: EventDraft) => void,
): Unsubscribe {
  const undo = [host.identity, host.questions].map(({ watch }) => watch(check))
  const stop = () => undo.forEach((step) => step())
  let draft: EventDraft | undefined
  function check() {
    const { status, epoch } = host.identity.get()
    if (draft?.epoch !== epoch) draft = drafts.ofOwn(loadEventName(host.app.name, host.platform.page))
    // The identity moves before its question is answered.
    if (status !== 'known' || !host.questions.now().owner) return
    stop()
    if (beginsSession(host)) take(draft)
  }
  check()
  return stop
}

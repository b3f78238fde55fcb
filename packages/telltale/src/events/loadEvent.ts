import type { Page } from '../core/ports/page.ts'
import type { Host } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'

/** How long a multi-page application's session is current, in milliseconds. The specification's §9. */
const SESSION_MS = 30 * 60_000
const SESSION = 'session:'

/** `Load - App - <app name> - Browser`, or `- Mobile App` where the browser has timed no navigation. */
export const loadEventName = (appName: string, page: Pick<Page, 'hasNavigationTiming'>): string =>
  `Load - App - ${appName} - ${page.hasNavigationTiming() ? 'Browser' : 'Mobile App'}`

/**
 * Whether a first identification begins a session: on each load of a single-page application; of a multi-page one only when
 * its stored session is 30 minutes old or more. Starts, or goes on with, that session.
 */
export function beginsSession(host: Pick<Host, 'app' | 'platform'>): boolean {
  const { app, platform } = host
  const isNew = !hasCurrentSession(host)
  if (app.multiPage) platform.storage.set(SESSION + app.name, String(platform.clock.now()))
  return isNew
}

/** Whether an earlier page of a multi-page application has begun a session that is current. */
export function hasCurrentSession({ app, platform: { clock, storage } }: Pick<Host, 'app' | 'platform'>): boolean {
  const age = clock.now() - Number(storage.get(SESSION + app.name))
  // A clock that was set back makes an age below zero: then nothing is known of the session.
  return app.multiPage && age >= 0 && age < SESSION_MS
}

/** Tracks the load event once somebody is identified for the first time. */
export function announceLoad(host: Host, track: (name: string) => void): Unsubscribe {
  const unsubscribe = host.identity.subscribe(look)
  function look() {
    if (host.identity.get().status !== 'known') return
    unsubscribe()
    if (beginsSession(host)) track(loadEventName(host.app.name, host.platform.page))
  }
  look()
  return unsubscribe
}

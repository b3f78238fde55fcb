import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { isPage } from './windowPage.ts'

/** `popstate` is the back button, `pageshow` a page that returns from the back/forward cache. Neither has an event of input. */
const TYPES = ['pointerdown', 'keydown', 'wheel', 'popstate', 'pageshow', 'visibilitychange']

/**
 * Calls the listener when the user is active in this page, before the listeners of the application. Scrolling counts by the wheel and
 * by touch, since scripts scroll too.
 */
export function onActivity(listener: () => void): Unsubscribe {
  const listening = new AbortController()
  const { signal } = listening
  const onEvent = () => document.visibilityState !== 'hidden' && listener()
  for (const type of isPage() ? TYPES : [])
    // In Safari, a listener of `wheel` that is not passive delays scrolling.
    attempt(() => window.addEventListener(type, onEvent, { capture: true, passive: true, signal }))
  return () => listening.abort()
}

import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { isPage, listen } from './windowPage.ts'

/** Calls the listener when the address may have changed, and with `true` when the page is back from the back/forward cache. */
export function onNavigate(listener: (isBack?: boolean) => void): Unsubscribe {
  const hear = () => listener()
  const { navigation } = globalThis as { navigation?: EventTarget }
  // An element of the page with that id has the same name.
  const hasEvent = attempt(() => navigation && 'oncurrententrychange' in navigation)
  const undo = [
    // What is told twice is heard once: the address is then the same. Where there is no navigation, that line has no effect.
    listen(() => [
      [navigation as EventTarget, 'currententrychange', hear],
      [window, 'popstate', hear],
      [window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && listener(true)],
    ]),
    ...(hasEvent || !isPage() ? [] : [wrap('pushState', hear), wrap('replaceState', hear)]),
  ]
  return () => undo.forEach((step) => step())
}

/** WebKit before Safari 26.2, Firefox before 147 and Chromium before 102 tell of a new entry only those who make it. */
function wrap(name: 'pushState' | 'replaceState', hear: () => void): Unsubscribe {
  const isOwn = Object.hasOwn(history, name)
  let told = hear
  const original = history[name]
  function wrapped(this: History, ...given: Parameters<History['pushState']>) {
    // What it throws is for its caller.
    original.apply(this, given)
    told()
  }
  attempt(() => (history[name] = wrapped))
  return () => {
    // Another script may have wrapped it again, and goes on calling this one.
    told = () => {}
    if (history[name] !== wrapped) return
    if (isOwn) history[name] = original
    else delete (history as Partial<History>)[name]
  }
}

/** An image or a form whose name is `title` or `referrer` takes the place of the text. */
export function readDocument(name: 'title' | 'referrer'): string {
  const value: unknown = attempt(() => document[name])
  return typeof value === 'string' ? value : ''
}

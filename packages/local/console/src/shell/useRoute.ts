import { useSyncExternalStore } from 'react'
import { readRoute, routeHash, type Route, type View } from './route.ts'

/** Goes to a part of the console, and opens something in it. */
export type Go = (view: View, open?: string) => void

export function useRoute(): readonly [Route, Go] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return [readRoute(hash), go]
}

function go(view: View, open?: string): void {
  const hash = routeHash({ view, open })
  // Going through events with the arrows is no way to go back by.
  if (readRoute(window.location.hash).view === view) window.location.replace(hash)
  else window.location.hash = hash
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

import { useSyncExternalStore } from 'react'
import { readRoute, routeHash, type Route, type View } from './route.ts'

/** Goes to a part of the console, and opens something in it. */
export type Go = (view: View, open?: string) => void

export function useRoute(): readonly [Route, Go] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return [readRoute(hash), go]
}

function go(view: View, open?: string): void {
  window.location.hash = routeHash({ view, open })
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

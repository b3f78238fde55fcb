import { useSyncExternalStore } from 'react'
import { readRoute, routeHash, type Route, type View } from './route.ts'

/** Goes to a view of the console and opens an item in it. Without `search`, what the current view is limited to stays. */
export type Go = (view: View, open?: string, search?: string) => void

export function useRoute(): readonly [Route, Go] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return [readRoute(hash), go]
}

function go(view: View, open?: string, search?: string): void {
  const now = readRoute(window.location.hash)
  const isSame = now.view === view
  const hash = routeHash({ view, open, search: search ?? (isSame ? now.search : undefined) })
  // Browsing events with the arrow keys adds no history entries. Not through the location: the view's element has the view's
  // name as its id, and the browser would move the focus to it.
  if (isSame) window.history.replaceState(null, '', hash)
  else window.history.pushState(null, '', hash)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

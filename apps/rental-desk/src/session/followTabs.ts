import type { Telltale } from 'telltale'
import type { Session } from './createSession.ts'

interface Needs {
  session: Pick<Session, 'follow'>
  identity: Pick<Telltale['identity'], 'refresh'>
}

/** Keeps the session in sync with the other tabs for the lifetime of the page. */
export function followTabs({ session, identity }: Needs): void {
  const follow = () => {
    if (session.follow()) void identity.refresh()
  }
  window.addEventListener('storage', follow)
  // A tab that the browser has suspended receives no events.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow()
  })
}

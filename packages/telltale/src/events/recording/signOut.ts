import type { Host } from '../../core/host.ts'
import { SESSION } from './loadEvent.ts'

/**
 * Ends the session of a multi-page application when its user signs out: the next user of the browser begins another one. A page
 * that opens without a user ends it, too, because a sign-out may load a page. In the lazy chunk, because nothing waits for it.
 */
export function endSessionAtSignOut({ app, identity, platform }: Pick<Host, 'app' | 'identity' | 'platform'>): void {
  identity.watch(check)
  check()

  function check() {
    const who = identity.get()
    if (who.status === 'unknown' && who.reason === 'signed-out') platform.storage.remove(SESSION + app.space)
  }
}

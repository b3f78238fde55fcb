import type { Telltale } from 'telltale'
import type { Tokens } from './askedTokens.ts'
import type { Session } from './createSession.ts'

interface Needs {
  session: Pick<Session, 'follow'>
  channel: BroadcastChannel
  identity: Pick<Telltale['identity'], 'refresh'>
}

/** Signs in and out with the other tabs, as long as the page lives. */
export function followTabs({ session, channel, identity }: Needs): void {
  const follow = (tokens?: Tokens) => {
    if (session.follow(tokens)) void identity.refresh()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Tokens>) => follow(data))
  // A tab that the browser has suspended receives no messages.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow()
  })
}

import { attempt } from '../core/lib/attempt.ts'
import type { Channel } from '../core/ports/platform.ts'
import { PREFIX } from './webStorage.ts'
import { isPage } from './windowPage.ts'

/**
 * A `BroadcastChannel` that is closed while the page is in the back/forward cache. A message that arrives there evicts
 * the page from the cache (notRestoredReasons: `broadcastchannel-message`). In Firefox, the constructor throws when
 * site data is blocked.
 */
export const webChannel: Channel = (name, { onMessage, onReturn }, signal) => {
  if (!isPage()) return undefined
  const create = () => attempt(() => new BroadcastChannel(PREFIX + name))
  let channel: BroadcastChannel | undefined

  function open() {
    channel = create()
    if (channel) channel.onmessage = ({ data }) => onMessage(String(data))
  }

  function close() {
    channel?.close()
    channel = undefined
  }

  function reopen({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    open()
    onReturn()
  }

  open()
  if (!channel) return undefined
  window.addEventListener('pagehide', close, { signal })
  window.addEventListener('pageshow', reopen, { signal })
  signal.addEventListener('abort', close)
  return (message) => {
    const to = channel ?? create()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    to?.postMessage(message)
    if (!channel) to?.close() // this was the last message of a page that is being left
  }
}

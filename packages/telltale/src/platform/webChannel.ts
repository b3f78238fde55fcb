import { attempt } from '../core/lib/attempt.ts'
import type { Channel } from '../core/ports/channel.ts'
import { PREFIX } from './prefix.ts'
import { isPage } from './windowPage.ts'

/**
 * A `BroadcastChannel` that is closed while the page is in the back/forward cache: a message that comes in there throws the
 * page out (notRestoredReasons: `broadcastchannel-message`). Firefox throws for one where it blocks site data.
 */
export const webChannel: Channel = (name, { onMessage, onReturn }, signal) => {
  if (!isPage()) return undefined
  const make = () => attempt(() => new BroadcastChannel(PREFIX + name))
  let channel: BroadcastChannel | undefined

  function open() {
    channel = make()
    if (channel) channel.onmessage = ({ data }) => onMessage(String(data))
  }

  function close() {
    channel?.close()
    channel = undefined
  }

  function comeBack({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    open()
    onReturn()
  }

  open()
  if (!channel) return undefined
  window.addEventListener('pagehide', close, { signal })
  window.addEventListener('pageshow', comeBack, { signal })
  signal.addEventListener('abort', close)
  return (message) => {
    const to = channel ?? make()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    to?.postMessage(message)
    if (!channel) to?.close() // it was the last word of a page that leaves
  }
}

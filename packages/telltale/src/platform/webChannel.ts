import type { Channel } from '../core/ports/channel.ts'
import { PREFIX } from './prefix.ts'
import { isPage } from './windowPage.ts'

/**
 * A `BroadcastChannel` that is closed while the page is in the back/forward cache: a message that comes in there throws the
 * page out (notRestoredReasons: `broadcastchannel-message`). Where there is none, nobody hears anything.
 */
export const webChannel: Channel = (name, { onMessage, onReturn }, signal) => {
  if (typeof BroadcastChannel !== 'function' || !isPage()) return () => {}
  const make = () => new BroadcastChannel(PREFIX + name)
  let channel: BroadcastChannel | undefined

  function open() {
    channel = make()
    channel.onmessage = ({ data }) => onMessage(String(data))
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
  window.addEventListener('pagehide', close, { signal })
  window.addEventListener('pageshow', comeBack, { signal })
  signal.addEventListener('abort', close)
  return (message) => {
    const to = channel ?? make()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    to.postMessage(message)
    if (!channel) to.close() // it was the last word of a page that leaves
  }
}

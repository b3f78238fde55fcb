import { expect, it } from 'vitest'
import { describeChannel } from '../core/ports/channel.suite.ts'
import { webChannel } from './webChannel.ts'

// A `BroadcastChannel` hears all others of its name, those of the same page too.
describeChannel('a channel between tabs', () => [webChannel, webChannel])

it('answers that tabs cannot hear each other where the browser refuses a channel, as Firefox does when it blocks site data', () => {
  const { BroadcastChannel } = window
  function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: refuse })
  const say = webChannel('refused', { onMessage() {}, onReturn() {} }, new AbortController().signal)
  Object.defineProperty(window, 'BroadcastChannel', { configurable: true, value: BroadcastChannel })
  expect(say).toBeUndefined()
})

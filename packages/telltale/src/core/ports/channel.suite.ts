import { describe, expect, it } from 'vitest'
import type { Channel } from './platform.ts'

/** The contract of every channel. `open` returns the channels of two tabs of one browser. */
export function describeChannel(name: string, open: () => [Channel, Channel]): void {
  const never = new AbortController().signal

  describe(name, () => {
    it('carries the messages of one tab to the other tabs that listen to the same name, and not to itself', async () => {
      const [one, two] = open()
      const ending = new AbortController()
      const heard: string[] = []
      const hear = (by: string) => ({ onMessage: (message: string) => heard.push(`${by}: ${message}`), onReturn() {} })
      const post = one('e', hear('one'), ending.signal)
      two('e', hear('two'), ending.signal)
      two('f', hear('another'), ending.signal)
      post?.('first')
      await expect.poll(() => heard).toEqual(['two: first'])

      const last = two('g', hear('two'), never)
      one('g', hear('one'), never)
      ending.abort()
      post?.('last word')
      last?.('heard')
      await expect.poll(() => heard).toEqual(['two: first', 'one: heard'])
    })
  })
}

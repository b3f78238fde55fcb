import { describe, expect, it } from 'vitest'
import { HEAP } from '../../core/model/vendorLimits.ts'
import { fakeHeap } from './fakeHeap.ts'
import { heapSnippet, type HeapApi, type HeapPage } from './heapSnippet.ts'

const DAY = 24 * 3_600_000

/** Opens pages of one browser, one after the other. */
function browser(version: 4 | 5 = 5, cookies: Record<string, string> = {}) {
  let now = 0
  return {
    cookies,
    wait: (ms: number) => (now += ms),
    open(projectId = 'p-in') {
      const page: HeapPage = {}
      heapSnippet(page, projectId, version)
      const { received } = fakeHeap({ page, cookies, now: () => now })
      return { heap: page.heap as HeapApi, last: () => received.at(-1) }
    },
  }
}

const known = (kept: object) => ({ kept: expect.objectContaining(kept) as object })

describe('Heap’s cookie is used by the next page:', () => {
  it.each([4, 5] as const)('events on the next page belong to the identified user (snippet %i)', (version) => {
    const { open } = browser(version)
    open().heap.identify('ida')
    const { heap, last } = open()
    heap.track('Quote sent')
    const ida = { identity: 'ida', userId: 'heap-user-1', sessionId: 'heap-session-1' }
    expect(last()).toMatchObject(known(ida))
    heap.identify('bo')
    expect(last()?.losses).toEqual(['ida is still identified: call resetIdentity first'])
  })

  it('a reset on the next page creates a new user and a new session id', () => {
    const { open } = browser()
    const first = open()
    first.heap.identify('ida')
    first.heap.resetIdentity()
    first.heap.identify('bo')
    const { heap, last } = open()
    heap.resetIdentity()
    expect(last()).toMatchObject(known({ identity: null, userId: 'heap-user-3', sessionId: 'heap-session-3' }))
    heap.resetIdentity()
    expect(last()?.losses).toEqual(['no user is identified: nothing to reset'])
  })

  it('an identity is not known to another project', () => {
    const { open } = browser()
    open().heap.identify('ida')
    const { heap, last } = open('p-out')
    heap.track('Quote sent')
    expect(last()).toMatchObject(known({ identity: null }))
  })

  it('opening a page counts as a view and continues a session younger than 30 minutes', () => {
    const { open, wait } = browser()
    open().heap.identify('ida')
    const sessionOf = ({ heap, last }: ReturnType<typeof open>) => {
      heap.track('e')
      return last()?.kept?.['sessionId']
    }
    wait(HEAP.sessionMs - 1)
    expect(sessionOf(open())).toBe('heap-session-1')
    wait(HEAP.sessionMs - 1)
    expect(sessionOf(open())).toBe('heap-session-1')
    wait(HEAP.sessionMs)
    expect(sessionOf(open())).toBe('heap-session-2')
  })

  it('event properties are kept in a cookie until they are cleared', () => {
    const { open } = browser()
    open().heap.addEventProperties({ plan: 'pro', size: 3 })
    const { heap, last } = open()
    heap.removeEventProperty('plan')
    heap.track('e')
    expect(last()?.kept).toMatchObject({ properties: { size: 3 } })
    open().heap.clearEventProperties()
    const third = open()
    third.heap.track('e')
    expect(third.last()?.kept).toMatchObject({ properties: {} })
  })

  it('the cookie expires thirteen months minus a day after the last activity', () => {
    const { open, wait } = browser()
    open().heap.identify('ida')
    wait(394 * DAY - 1000)
    expect(open().heap.getIdentity?.()).toBe('ida')
    wait(394 * DAY)
    expect(open().heap.getIdentity?.()).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { fakeHeap } from './fakeHeap.ts'
import { heapSnippet, type HeapApi, type HeapPage } from './heapSnippet.ts'

const CLASSIC = ['appid', 'identity', 'loaded', 'setEventProperties', 'unsetEventProperty', 'userId']
const CURRENT = ['envId', 'getIdentity', 'getSessionId', 'getUserId', 'onReady', 'trackPageview']

describe('the stand-ins for Heap’s snippets differ as Heap’s own do:', () => {
  it.each([
    [4 as const, CLASSIC, CURRENT],
    [5 as const, CURRENT, CLASSIC],
  ])(
    'the script of snippet %i has the names of its own reference, and not those of the other',
    (version, own, others) => {
      const page: HeapPage = {}
      heapSnippet(page, 'p-in', version)
      fakeHeap({ page })
      for (const name of own) expect(page.heap).toHaveProperty(name)
      for (const name of others) expect(page.heap).not.toHaveProperty(name)
    },
  )

  it('the stub of the current snippet has the methods that ask something, and answers nothing until the script has come', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in')
    const heap = () => page.heap as Required<HeapApi>
    heap().identify('ida')
    expect(heap().getIdentity()).toBeUndefined()
    fakeHeap({ page })
    expect(heap().getIdentity()).toBe('ida')
  })

  it('a stub of the classic snippet that is called after the script has come throws', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in', 4)
    const stub = page.heap
    fakeHeap({ page })
    expect(() => stub?.track('Quote sent')).toThrow(TypeError)
  })
})

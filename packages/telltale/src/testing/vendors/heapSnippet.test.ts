import { describe, expect, it } from 'vitest'
import { fakeHeap } from './fakeHeap.ts'
import { heapSnippet, type HeapApi, type HeapPage } from './heapSnippet.ts'

const CLASSIC = ['appid', 'identity', 'loaded', 'setEventProperties', 'unsetEventProperty', 'userId']
const CURRENT = ['envId', 'getIdentity', 'getSessionId', 'getUserId', 'onReady', 'trackPageview']

describe('the fakes of Heap’s two snippets differ as the originals do:', () => {
  it.each([
    [4 as const, CLASSIC, CURRENT],
    [5 as const, CURRENT, CLASSIC],
  ])('the script of snippet %i has the methods of its own API reference only', (version, own, others) => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in', version)
    fakeHeap({ page })
    for (const name of own) expect(page.heap).toHaveProperty(name)
    for (const name of others) expect(page.heap).not.toHaveProperty(name)
  })

  it('the getters of the current snippet’s stub return nothing until the script has loaded', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in')
    const heap = () => page.heap as Required<HeapApi>
    heap().identify('ida')
    expect(heap().getIdentity()).toBeUndefined()
    fakeHeap({ page })
    expect(heap().getIdentity()).toBe('ida')
  })

  it('calling a saved stub of the classic snippet after the script has loaded throws', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in', 4)
    const stub = page.heap
    fakeHeap({ page })
    expect(() => stub?.track('Quote sent')).toThrow(TypeError)
  })
})

import { describe, expect, it } from 'vitest'
import { HEAP } from '../../core/model/vendorLimits.ts'
import { fakeHeap } from './fakeHeap.ts'
import { heapSnippet, type HeapApi, type HeapPage } from './heapSnippet.ts'

const long = (characters: number) => 'x'.repeat(characters)

function loaded(now = () => 0) {
  const page: HeapPage = {}
  heapSnippet(page, 'p-in')
  const { received } = fakeHeap({ page, now })
  return { heap: page.heap as HeapApi, received, last: () => received.at(-1) }
}

describe('the stand-in for Heap comes to a page as Heap does:', () => {
  it.each([
    [4 as const, 'appid', 'https://cdn.heapanalytics.com/js/heap-p-in.js'],
    [5 as const, 'envId', 'https://cdn.us.heap-api.com/config/p-in/heap_config.js'],
  ])(
    'what was called on the stub of snippet %i arrives in order, and its project is known',
    (version, name, address) => {
      const page: HeapPage = {}
      expect(heapSnippet(page, 'p-in', version)).toBe(address)
      page.heap?.identify('ida')
      page.heap?.track('Quote sent', { total: 3 })
      expect(page.heap?.loaded).toBeUndefined()
      const { received } = fakeHeap({ page })
      expect(received.map(({ method, given }) => [method, ...given])).toEqual([
        ['identify', 'ida'],
        ['track', 'Quote sent', { total: 3 }],
      ])
      expect(page.heap).toMatchObject({ [name]: 'p-in' })
      expect(page.heap?.loaded).toBe(version === 4 ? true : undefined)
    },
  )

  it('a page without the snippet can call it as soon as it is there, and every call is told to whoever asks', () => {
    const page: HeapPage = {}
    const told: string[] = []
    fakeHeap({ page, onReceived: ({ method }) => told.push(method) })
    page.heap?.track('Fleet viewed')
    expect(told).toEqual(['track'])
  })
})

describe('under each of its snippets’ names, Heap does what it is asked for:', () => {
  type Methods = Record<string, ((...given: unknown[]) => void) | undefined>

  it('the classic snippet’s second names for the properties of all events', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in', 4)
    const stub = page.heap as unknown as Methods
    stub['setEventProperties']?.({ plan: 'pro', size: 3 })
    stub['unsetEventProperty']?.('plan')
    const { received } = fakeHeap({ page })
    page.heap?.track('Quote sent')
    expect(received.at(-1)?.kept).toMatchObject({ properties: { size: 3 } })
  })

  it('the current snippet’s onReady, before the script has come and afterwards', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in')
    const told: string[] = []
    const onReady = (what: string) => (page.heap as unknown as Methods)['onReady']?.(() => told.push(what))
    onReady('before')
    expect(told).toEqual([])
    fakeHeap({ page })
    onReady('after')
    expect(told).toEqual(['before', 'after'])
  })
})

describe('of an event, Heap has what its documentation says:', () => {
  it.each([
    ['event names of 255 characters are safe', long(255), {}, { event: long(255) }, []],
    ['longer ones are not', long(256), {}, { event: long(255) }, ['the event’s name is cut at 255 characters']],
    [
      'values are a text, a number or a boolean',
      'e',
      { a: 'x', b: 1, c: false },
      { properties: { a: 'x', b: 1, c: false } },
      [],
    ],
    [
      'objects, lists and nothing at all are no values',
      'e',
      { a: {}, b: [1], c: null },
      { properties: {} },
      ['a', 'b', 'c'].map((name) => `${name} is dropped: a property is a text, a number or a boolean`),
    ],
    [
      'texts are shorter than 1024 characters',
      'e',
      { a: long(1_024) },
      { properties: { a: long(1_023) } },
      ['a is cut at 1023 characters'],
    ],
    [
      'names of properties are shorter than 512 characters',
      'e',
      { [long(512)]: 1 },
      { properties: {} },
      [`${long(20)}… is dropped: a property’s name has 511 characters at most`],
    ],
  ])('%s', (_sentence, event, properties, kept, losses) => {
    const { heap, last } = loaded()
    heap.track(event, properties)
    expect(last()?.kept).toMatchObject(kept)
    expect(last()?.losses).toEqual(losses)
  })

  it('an event without a name is none', () => {
    const { heap, last } = loaded()
    heap.track('')
    expect(last()).toMatchObject({ losses: ['an event has a name'] })
    expect(last()).not.toHaveProperty('kept')
  })

  it('properties that were added go with each later event, within the 4 KB of cookies of a domain', () => {
    const { heap, last } = loaded()
    const notes = { a: long(1_000), b: long(1_000), c: long(1_000), d: long(1_000) }
    heap.addEventProperties({ plan: 'free', ...notes })
    expect(last()?.losses).toEqual(['d is dropped: the cookie takes 4096 bytes'])
    heap.addEventProperties({ desk: 'north' })
    heap.track('e', { plan: 'paid' })
    expect(last()?.kept).toMatchObject({ properties: { plan: 'paid', desk: 'north' } })
    heap.removeEventProperty('plan')
    heap.track('e')
    expect(last()?.kept).toMatchObject({ properties: { desk: 'north' } })
    heap.clearEventProperties()
    heap.track('e')
    expect(last()?.kept).toMatchObject({ properties: {} })
  })
})

describe('of whoever is there, Heap has what its documentation says:', () => {
  it('an identity stays until it is reset, which makes a new user and a new session', () => {
    const { heap, last } = loaded()
    heap.track('e')
    expect(last()?.kept).toMatchObject({ identity: null, userId: 'heap-user-1' })
    heap.identify('ida')
    heap.track('e')
    expect(last()?.kept).toMatchObject({ identity: 'ida', userId: 'heap-user-1', sessionId: 'heap-session-1' })
    heap.resetIdentity()
    expect(last()?.kept).toEqual({ identity: null, userId: 'heap-user-2', sessionId: 'heap-session-2' })
    heap.resetIdentity()
    expect(last()).toMatchObject({ losses: ['nobody is identified: it does nothing'] })
  })

  it.each([
    ['is shorter than 255 characters', long(255), null, 'an identity has 254 characters at most: nobody is identified'],
    ['is a text', 7 as never, null, 'an identity is a text'],
    [
      'that is ‘undefined’ merges all such users irreversibly',
      'undefined',
      'undefined',
      "everybody who is 'undefined' becomes one user, for ever",
    ],
    [
      'that is ‘null’ merges all such users irreversibly',
      'null',
      'null',
      "everybody who is 'null' becomes one user, for ever",
    ],
  ])('an identity %s', (_sentence, identity, kept, loss) => {
    const { heap, last } = loaded()
    heap.identify(identity)
    expect(last()?.losses).toEqual([loss])
    heap.track('e')
    expect(last()?.kept).toMatchObject({ identity: kept })
  })

  it('another identity without a reset is merged with the one before', () => {
    const { heap, last } = loaded()
    heap.identify('ida')
    heap.identify('ida')
    expect(last()?.losses).toEqual([])
    heap.identify('bo')
    expect(last()?.losses).toEqual(['ida was identified: call resetIdentity first'])
  })

  it('properties of a user are texts of 255 characters or numbers, of which the latest value wins', () => {
    const { heap, last } = loaded()
    heap.addUserProperties({ plan: 'free', seats: 3 })
    heap.addUserProperties({ plan: 'paid', note: long(256), ID: 1, paid: true })
    expect(last()?.kept).toMatchObject({ properties: { plan: 'paid', seats: 3, note: long(255) } })
    expect(last()?.losses).toEqual([
      'note is cut at 255 characters',
      'ID is dropped: no property of a user is called that',
      'paid is dropped: a user’s property is a text or a number',
    ])
  })

  it('a session ends 30 minutes after the last page view, whatever else happens', () => {
    let now = 0
    const { heap, last } = loaded(() => now)
    now = HEAP.sessionMs
    heap.track('e')
    expect(last()?.kept).toMatchObject({ sessionId: 'heap-session-1' })
    heap.trackPageview?.()
    expect(last()?.kept).toMatchObject({ sessionId: 'heap-session-2' })
    now += HEAP.sessionMs - 1
    heap.trackPageview?.()
    expect(last()?.kept).toMatchObject({ sessionId: 'heap-session-2' })
  })
})

describe('properties of all events and of users have the limits of others:', () => {
  it.each(['addEventProperties', 'addUserProperties'] as const)(
    '%s drops objects, and names that are too long',
    (add) => {
      const { heap, last } = loaded()
      heap[add]({ fine: 'x', nested: {}, [long(512)]: 1 })
      expect(last()?.kept).toMatchObject({ properties: { fine: 'x' } })
      expect(last()?.losses).toEqual([
        expect.stringContaining('nested is dropped'),
        expect.stringContaining('a property’s name has 511 characters at most'),
      ])
    },
  )
})

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

describe('fake Heap loads into a page as Heap does:', () => {
  it.each([
    [4 as const, 'appid', 'https://cdn.heapanalytics.com/js/heap-p-in.js'],
    [5 as const, 'envId', 'https://cdn.us.heap-api.com/config/p-in/heap_config.js'],
  ])(
    'calls queued by the stub of snippet %i are processed in order, and the project id is known',
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

  it('a page without the snippet can call it as soon as it is loaded, and every call is reported to observers', () => {
    const page: HeapPage = {}
    const reported: string[] = []
    fakeHeap({ page, onReceived: ({ method }) => reported.push(method) })
    page.heap?.track('Fleet viewed')
    expect(reported).toEqual(['track'])
  })
})

describe('fake Heap implements the method names of both snippets:', () => {
  type Methods = Record<string, ((...given: unknown[]) => void) | undefined>

  it('the classic snippet’s aliases for event properties work', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in', 4)
    const stub = page.heap as unknown as Methods
    stub['setEventProperties']?.({ plan: 'pro', size: 3 })
    stub['unsetEventProperty']?.('plan')
    const { received } = fakeHeap({ page })
    page.heap?.track('Quote sent')
    expect(received.at(-1)?.kept).toMatchObject({ properties: { size: 3 } })
  })

  it('the current snippet’s onReady works before and after the script has loaded', () => {
    const page: HeapPage = {}
    heapSnippet(page, 'p-in')
    const reported: string[] = []
    const onReady = (what: string) => (page.heap as unknown as Methods)['onReady']?.(() => reported.push(what))
    onReady('before')
    expect(reported).toEqual([])
    fakeHeap({ page })
    onReady('after')
    expect(reported).toEqual(['before', 'after'])
  })
})

describe('fake Heap keeps of an event what Heap’s documentation says:', () => {
  it.each([
    ['event names of up to 255 characters are kept', long(255), {}, { event: long(255) }, []],
    ['longer event names are cut', long(256), {}, { event: long(255) }, ['the event’s name is cut to 255 characters']],
    [
      'property values are strings, numbers or booleans',
      'e',
      { a: 'x', b: 1, c: false },
      { properties: { a: 'x', b: 1, c: false } },
      [],
    ],
    [
      'objects, arrays and null are dropped',
      'e',
      { a: {}, b: [1], c: null },
      { properties: {} },
      ['a', 'b', 'c'].map((name) => `${name} is dropped: a property must be a string, a number or a boolean`),
    ],
    [
      'strings of 1024 or more characters are cut',
      'e',
      { a: long(1_024) },
      { properties: { a: long(1_023) } },
      ['a is cut to 1023 characters'],
    ],
    [
      'properties whose names have 512 or more characters are dropped',
      'e',
      { [long(512)]: 1 },
      { properties: {} },
      [`${long(20)}… is dropped: a property’s name has at most 511 characters`],
    ],
  ])('%s', (_sentence, event, properties, kept, losses) => {
    const { heap, last } = loaded()
    heap.track(event, properties)
    expect(last()?.kept).toMatchObject(kept)
    expect(last()?.losses).toEqual(losses)
  })

  it('drops an event without a name', () => {
    const { heap, last } = loaded()
    heap.track('')
    expect(last()).toMatchObject({ losses: ['an event must have a name'] })
    expect(last()).not.toHaveProperty('kept')
  })

  it('added event properties are sent with each later event, within the 4 KB of cookies of a domain', () => {
    const { heap, last } = loaded()
    const notes = { a: long(1_000), b: long(1_000), c: long(1_000), d: long(1_000) }
    heap.addEventProperties({ plan: 'free', ...notes })
    expect(last()?.losses).toEqual(['d is dropped: the cookie holds at most 4096 bytes'])
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

describe('fake Heap identifies users as Heap’s documentation says:', () => {
  it('an identity is kept until a reset, which creates a new user and a new session', () => {
    const { heap, last } = loaded()
    heap.track('e')
    expect(last()?.kept).toMatchObject({ identity: null, userId: 'heap-user-1' })
    heap.identify('ida')
    heap.track('e')
    expect(last()?.kept).toMatchObject({ identity: 'ida', userId: 'heap-user-1', sessionId: 'heap-session-1' })
    heap.resetIdentity()
    expect(last()?.kept).toEqual({ identity: null, userId: 'heap-user-2', sessionId: 'heap-session-2' })
    heap.resetIdentity()
    expect(last()).toMatchObject({ losses: ['no user is identified: nothing to reset'] })
  })

  it.each([
    [
      'of 255 or more characters is refused',
      long(255),
      null,
      'an identity has at most 254 characters: no user is identified',
    ],
    ['that is not a string is refused', 7 as never, null, 'an identity must be a string'],
    [
      'that is ‘undefined’ merges all such users irreversibly',
      'undefined',
      'undefined',
      "all users with the identity 'undefined' are merged irreversibly",
    ],
    [
      'that is ‘null’ merges all such users irreversibly',
      'null',
      'null',
      "all users with the identity 'null' are merged irreversibly",
    ],
  ])('an identity %s', (_sentence, identity, kept, loss) => {
    const { heap, last } = loaded()
    heap.identify(identity)
    expect(last()?.losses).toEqual([loss])
    heap.track('e')
    expect(last()?.kept).toMatchObject({ identity: kept })
  })

  it('a second identity without a reset is merged with the first', () => {
    const { heap, last } = loaded()
    heap.identify('ida')
    heap.identify('ida')
    expect(last()?.losses).toEqual([])
    heap.identify('bo')
    expect(last()?.losses).toEqual(['ida is still identified: call resetIdentity first'])
  })

  it('user properties are strings of up to 255 characters or numbers, and the latest value wins', () => {
    const { heap, last } = loaded()
    heap.addUserProperties({ plan: 'free', seats: 3 })
    heap.addUserProperties({ plan: 'paid', note: long(256), ID: 1, paid: true })
    expect(last()?.kept).toMatchObject({ properties: { plan: 'paid', seats: 3, note: long(255) } })
    expect(last()?.losses).toEqual([
      'note is cut to 255 characters',
      'ID is dropped: a user property must not be called id',
      'paid is dropped: a user property must be a string or a number',
    ])
  })

  it('a session ends 30 minutes after the last page view, regardless of other activity', () => {
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

describe('event and user properties have the limits of other properties:', () => {
  it.each(['addEventProperties', 'addUserProperties'] as const)(
    '%s drops objects and properties with too long names',
    (add) => {
      const { heap, last } = loaded()
      heap[add]({ fine: 'x', nested: {}, [long(512)]: 1 })
      expect(last()?.kept).toMatchObject({ properties: { fine: 'x' } })
      expect(last()?.losses).toEqual([
        expect.stringContaining('nested is dropped'),
        expect.stringContaining('a property’s name has at most 511 characters'),
      ])
    },
  )
})

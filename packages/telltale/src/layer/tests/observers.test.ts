import { afterEach, describe, expect, it, vi } from 'vitest'
import { collector } from '../../collector.ts'
import type { ObservedLayer, ObservedTopics, Observer } from '../../core/observer.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const FLAGS = { pricing: { value: 'new', version: 1, variation: 0 } }
const TOPICS = ['call', 'event', 'exposure', 'progress', 'attempt', 'problem'] as const
const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'

function openPage(observers: readonly unknown[], settings: Partial<Settings> = {}, who?: () => FakeAnswer) {
  const platform = fakePlatform(({ url }) => {
    if (url.includes('/who-am-i')) return who?.() ?? { status: 200, body: { unique_identity: 'ida' } }
    return { status: 200, body: url.includes('/sdk/') ? FLAGS : {} }
  })
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      api: 'https://api.test',
      auth: { token: () => TOKEN },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      destinations: [collector({ url: 'https://collect.test/' })],
      observers: observers as readonly Observer[],
      ...settings,
    },
    platform,
  )
  return { platform, telltale }
}

/** An observer that keeps the layer and everything that it hears. */
function watching() {
  const heard: { [T in keyof ObservedTopics]: ObservedTopics[T][] } = {
    ...{ call: [], event: [], exposure: [], progress: [], attempt: [], problem: [] },
  }
  const seen: { layer?: ObservedLayer; ends: number; starts: number } = { ends: 0, starts: 0 }
  const observer: Observer = {
    name: 'watching',
    start(layer) {
      seen.layer = layer
      seen.starts += 1
      const undo = TOPICS.map((topic) => layer.on(topic, (message) => void (heard[topic] as unknown[]).push(message)))
      return () => {
        seen.ends += 1
        undo.forEach((step) => step())
      }
    },
  }
  return { observer, heard, seen }
}

describe('an observer', () => {
  it('knows when it was asked last who is signed in, also when the answer is the same again', async () => {
    const { observer, seen } = watching()
    const { platform, telltale } = openPage([observer])
    const first = platform.clock.now()
    await platform.clock.advance(5_000)
    expect(seen.layer?.identity.askedAt()).toBe(first)
    void telltale.identity.refresh()
    await platform.clock.advance(5_000)
    expect(seen.layer?.identity.askedAt()).toBe(first + 5_000)
    telltale.close()
  })

  it('the properties of an event are put together when an observer first reads them, with thousands of flags', async () => {
    const read: unknown[] = []
    const { observer, heard } = watching()
    const { platform, telltale } = openPage([observer], {
      flags: launchDarkly({
        clientSideId: 'env-1',
        sendEvents: false,
        bootstrap: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`flag-${index}`, index])),
      }),
    })
    const assign = vi.spyOn(Object, 'freeze')
    await platform.clock.advance(1_000)
    telltale.track('Opened', { view: 'all' })
    const whole = (value: unknown) => Object.keys(value ?? {}).length > 4_000
    const frozen = () => assign.mock.calls.filter(([value]) => whole(value)).length
    const before = frozen()
    for (let count = 0; count < 10; count += 1) telltale.track('Opened', { view: 'all' })
    expect(frozen()).toBe(before)
    for (const event of heard.event) read.push(event.properties, event.properties)
    expect(new Set(read).size).toBe(heard.event.length)
    expect(Object.isFrozen(read[0])).toBe(true)
    expect(heard.event.at(-1)?.properties).toMatchObject({ view: 'all' })
    assign.mockRestore()
  })

  it('an observer knows the promotion level, if the application has one', async () => {
    const { observer, seen } = watching()
    openPage([observer])
    expect(seen.layer?.promotion).toBeUndefined()
    openPage([observer], { promotion: 'staging' })
    expect(seen.layer?.promotion).toBe('staging')
  })

  it('an observer has no more of the flags than its type says', async () => {
    const { observer, seen } = watching()
    openPage([observer])
    expect(Object.keys(seen.layer?.flags ?? {}).sort()).toEqual([
      'allFlags',
      'getFlag',
      'override',
      'servedFlag',
      'status',
      'watch',
    ])
  })

  it('an observer hears calls, complete events, exposures, progress and problems', async () => {
    const { observer, heard } = watching()
    const { platform, telltale } = openPage([observer])
    await platform.clock.advance(1_000)
    const when = new Date(0)
    telltale.track('Quote sent', { when, total: 5 })
    telltale.track('')
    expect(heard.call).toEqual([{ name: 'Quote sent', given: { when, total: 5 }, options: { messaging: false } }])
    expect(heard.problem).toEqual([
      { where: 'track', message: expect.stringContaining('(T60)') as string, isError: true },
    ])
    expect(telltale.flags.variation('pricing', 'old')).toBe('new')
    expect(telltale.flags.variation('gone', 1)).toBe(1)
    const user = { id: 'ida' }
    expect(heard.exposure).toEqual([
      { key: 'pricing', flag: expect.objectContaining({ value: 'new' }) as object, user },
      { key: 'gone', flag: undefined, user },
    ])
    await platform.clock.advance(1_000)
    const event = heard.event.find(({ name }) => name === 'Quote sent')
    expect(event).toMatchObject({ identity: { id: 'ida' }, properties: { total: 5, 'LDFF: pricing': 'new' } })
    expect(heard.progress.filter(({ id }) => id === event?.id).map(({ step }) => step)).toEqual([
      'happened',
      'completed',
      'stored',
      'sent',
      'acknowledged',
    ])
    expect(heard.attempt.at(-1)).toMatchObject({ destination: 'collector', failures: 0, waiting: 0 })
  })

  it('an observer cannot change an event on its way', async () => {
    const thief: Observer = {
      name: 'thief',
      start: ({ on }) =>
        on('event', (event) => {
          expect(() => Object.assign(event, { name: 'x' })).toThrow(TypeError)
          expect(() => Object.assign(event.properties, { total: 1 })).toThrow(TypeError)
          expect(() => Object.assign(event.identity, { id: 'otto' })).toThrow(TypeError)
          expect(() => (event.properties['lines'] as unknown[]).push(2)).toThrow(TypeError)
        }),
    }
    const { platform, telltale } = openPage([thief])
    telltale.track('Quote sent', { total: 5, lines: [1] })
    await platform.clock.advance(1_000)
    const sent = platform.transport.requests.find(({ url }) => url.startsWith('https://collect.test'))
    expect(readBatch(sent?.body).events.at(-1)).toMatchObject({
      ...{ name: 'Quote sent', identity: { id: 'ida' }, properties: { total: 5, lines: [1] } },
    })
  })

  it('an observer sees the application, its destinations and definitions, the user and the flags, and records no exposure', async () => {
    const { observer, heard, seen } = watching()
    const definitions = { flags: { pricing: { default: 'old' } } }
    const { platform } = openPage([observer], { definitions })
    expect(seen.layer).toMatchObject({ app: 'Desk', destinations: ['collector'], definitions })
    expect(seen.layer?.identity.current.get().status).toBe('resolving')
    await platform.clock.advance(1_000)
    expect(seen.layer?.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    expect(seen.layer?.identity.confirmed.get()).toMatchObject({ status: 'known' })
    expect(seen.layer?.flags.status.get()).toBe('live')
    expect(seen.layer?.flags.allFlags()).toEqual({ pricing: 'new' })
    expect(seen.layer?.flags.getFlag('pricing')).toMatchObject({ value: 'new', version: 1 })
    expect(heard.exposure).toEqual([])
  })

  it('an observer starts once, and ends once at close()', async () => {
    const { observer, seen, heard } = watching()
    const { platform, telltale } = openPage([observer])
    await platform.clock.advance(1_000)
    telltale.close()
    telltale.close()
    const { length } = heard.progress
    telltale.track('late')
    await platform.clock.advance(1_000)
    expect(seen).toMatchObject({ starts: 1, ends: 1 })
    expect(heard.progress).toHaveLength(length)
  })

  it('an observer warns once, under its name, and not in silence', async () => {
    const { observer, seen } = watching()
    const { platform } = openPage([observer])
    seen.layer?.warn('The plan has no such event.')
    seen.layer?.warn('The plan has no such event.')
    expect(platform.logged).toEqual(['Telltale (watching): The plan has no such event.'])
    const silent = watching()
    const other = openPage([silent.observer], { silent: true })
    silent.seen.layer?.warn('The plan has no such event.')
    expect(other.platform.logged).toEqual([])
  })
})

describe('an override by an observer', () => {
  it('an override by an observer is shown at once and to every user, is said by events, is no exposure, is not stored, and can be ended', async () => {
    const { observer, heard, seen } = watching()
    let user = 'ida'
    const { platform, telltale } = openPage([observer], {}, () => ({ status: 200, body: { unique_identity: user } }))
    await platform.clock.advance(1_000)
    const changes: unknown[] = []
    telltale.flags.watch('pricing', () => changes.push(telltale.flags.getFlag('pricing')?.value))
    const own = { list: [1] }
    seen.layer?.flags.override('pricing', own)
    seen.layer?.flags.override('unknown', true)
    own.list.push(2)
    expect(changes).toEqual([{ list: [1] }])
    expect(telltale.flags.variation('pricing', {})).toEqual({ list: [1] })
    const shown = telltale.flags.variation('pricing', own)
    expect(() => shown.list.push(3)).toThrow(TypeError)
    expect(telltale.flags.allFlags()).toEqual({ pricing: { list: [1] }, unknown: true })
    expect(heard.exposure).toEqual([])
    user = 'otto'
    await telltale.identity.refresh()
    await platform.clock.advance(1_000)
    expect(telltale.flags.getFlag('pricing')?.value).toEqual({ list: [1] })
    telltale.track('Quote sent')
    await platform.clock.advance(1_000)
    expect(heard.event.at(-1)?.properties).toMatchObject({ 'LDFF: pricing': { list: [1] }, 'LDFF: unknown': true })
    const { storage } = platform
    const flagKeys = storage.keys('').filter((key) => !/unwritten|flagset/.test(key))
    expect(flagKeys.map((key) => storage.get(key)).join()).not.toContain('list')
    seen.layer?.flags.override('pricing', undefined)
    seen.layer?.flags.override('unknown', undefined)
    expect(telltale.flags.allFlags()).toEqual({ pricing: 'new' })
    expect(changes.at(-1)).toBe('new')
    telltale.flags.override('pricing', 'own')
    expect(telltale.flags.variation('pricing', '')).toBe('own')
    telltale.flags.override('pricing', undefined)
  })

  it('an override by an observer without flags has no effect, and ignores what JSON cannot hold', async () => {
    const page = watching()
    const { platform } = openPage([page.observer])
    await platform.clock.advance(1_000)
    page.seen.layer?.flags.override('pricing', (() => {}) as never)
    expect(page.seen.layer?.flags.getFlag('pricing')?.value).toBe('new')

    const none = watching()
    openPage([none.observer], { flags: undefined })
    expect(() => none.seen.layer?.flags.override('pricing', 1)).not.toThrow()
  })
})

describe('an observer that fails', () => {
  const throws = () => {
    throw new Error('card 4111')
  }

  it.each<[string, unknown]>([
    ['in start', { name: 'bad', start: throws }],
    [
      'when it is read',
      {
        name: 'bad',
        get start() {
          return Object.assign(() => throws(), {})
        },
      },
    ],
  ])('%s is reported without what it has thrown, and the layer and other observers go on', async (_, bad) => {
    const { observer, heard } = watching()
    const { platform, telltale } = openPage([bad, observer])
    telltale.track('Quote sent')
    await platform.clock.advance(1_000)
    expect(platform.logged).toEqual([expect.stringMatching(/^Telltale \(bad\): .*\(T166\)$/)])
    expect(platform.logged.join()).not.toContain('4111')
    expect(heard.event.map(({ name }) => name)).toContain('Quote sent')
    expect((await telltale.counts()).waiting.unread).toEqual({ collector: 0 })
    telltale.close()
  })

  it.each<[string, () => unknown]>([
    ['returns nothing', () => undefined],
    ['returns an object', () => ({ stop() {} })],
    ['returns a promise', () => Promise.resolve(() => {})],
    ['returns a function that throws', () => throws],
  ])('an observer that fails because start %s does not keep close() from ending the others', async (_, start) => {
    const { observer, seen } = watching()
    const { telltale, platform } = openPage([{ name: 'bad', start }, observer])
    expect(() => telltale.close()).not.toThrow()
    expect(seen.ends).toBe(1)
    await platform.settle()
    expect(platform.clock.pending).toBe(0)
  })

  afterEach(() => void vi.restoreAllMocks())

  it('an observer that fails in a listener causes an uncaught error of the page, as any listener of a page is, and nothing is lost', async () => {
    const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
    const bad: Observer = { name: 'bad', start: ({ on }) => on('event', throws) }
    const { observer, heard } = watching()
    const { platform, telltale } = openPage([bad, observer])
    telltale.track('Quote sent')
    await platform.clock.advance(1_000)
    expect(later).toHaveBeenCalled()
    expect(heard.event.map(({ name }) => name)).toContain('Quote sent')
    expect((await telltale.counts()).waiting.unread).toEqual({ collector: 0 })
  })
})

describe('the failure of who-am-i, as an observer sees it,', () => {
  it('the failure of who-am-i, as an observer sees it, lasts until it has answered', async () => {
    const { observer, seen } = watching()
    let status = 503
    const { platform } = openPage([observer], {}, () => ({ status, body: { unique_identity: 'ida' } }))
    await platform.clock.advance(100)
    expect(seen.layer?.identity.failure.get()).toContain('503')
    status = 200
    for (let second = 0; second < 5; second++) await platform.clock.advance(1_000)
    expect(seen.layer?.identity.failure.get()).toBeUndefined()
  })

  it('the failure of who-am-i, as an observer sees it, lasts after the page has given up, until the user signs out', async () => {
    const { observer, seen } = watching()
    const { platform, telltale } = openPage([observer], {}, () => ({ status: 503 }))
    for (let second = 0; second < 120; second++) await platform.clock.advance(1_000)
    expect(telltale.identity.current.get()).toMatchObject({ status: 'unknown', reason: 'failed' })
    expect(seen.layer?.identity.failure.get()).toContain('503')
    telltale.identity.reset()
    expect(seen.layer?.identity.failure.get()).toBeUndefined()
  })

  it('the failure of who-am-i, as an observer sees it, lasts when it is final', async () => {
    const { observer, seen } = watching()
    const { platform } = openPage([observer], {}, () => ({ status: 403 }))
    await platform.clock.advance(1_000)
    expect(seen.layer?.identity.failure.get()).toContain('403')
  })
})

describe('the setting observers', () => {
  it.each<[unknown]>([[{}], [[{}]], [[{ name: 'x' }]], [[{ start() {} }]], [[undefined]], [[() => {}]]])(
    'the setting observers must be a list of observers: %j',
    (observers) => {
      expect(() => openPage(observers as never)).toThrow('Set observers to a list of observers. (T22)')
    },
  )
})

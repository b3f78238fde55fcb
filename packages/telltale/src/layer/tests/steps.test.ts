import { describe, expect, it, vi } from 'vitest'
import type { Observer } from '../../core/observer.ts'
import type { Step } from '../../core/step.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Destination } from '../../events/destinations/destination.ts'
import { storeName } from '../../events/store/storeName.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'

const LOAD = 'Load - App - Desk - Browser'
const FLAGS = { pricing: { value: 'new', version: 1, variation: 0 } }

interface PageOptions {
  disk?: ReturnType<typeof fakeDisk>
  flags?: FakeAnswer | Promise<FakeAnswer>
  deliver?: Destination['deliver']
  person?: () => { unique_identity: string } | undefined
  observers?: readonly Observer[]
}

/** A page of one application with these steps: `taken` are the events that its destination has received. */
function openPage(steps: readonly unknown[], options: PageOptions = {}) {
  const {
    disk = fakeDisk(),
    flags = { status: 200, body: FLAGS },
    person = () => ({ unique_identity: 'ida' }),
    observers = [],
  } = options
  const taken: AnalyticsEvent[] = []
  const platform = fakePlatform(() => flags, disk)
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      events: { steps: steps as readonly Step[] },
      observers,
      destinations: [
        {
          name: 'own',
          deliver:
            options.deliver ??
            (async (batch) => {
              taken.push(...batch)
              return { outcome: 'delivered' }
            }),
        },
      ],
    },
    platform,
  )
  const advance = () => platform.clock.advance(1_000)
  return {
    platform,
    telltale,
    disk,
    taken,
    advance,
    named: (name: string) => taken.find((event) => event.name === name),
  }
}

/** Everything that the browser stores of this application. */
async function stored({ disk }: ReturnType<typeof openPage>) {
  const records = await disk.eventStore(storeName('Desk@only/', [])).all()
  return JSON.stringify([disk.storage.keys('').map((key) => [key, disk.storage.get(key)]), records])
}

const warnings = ({ platform }: ReturnType<typeof openPage>) => platform.logged

describe('enrich', () => {
  it('enrich adds properties to each event, the load event included, in the task of the call', async () => {
    const page = openPage([{ name: 'place', enrich: () => ({ properties: { place: 'yard', of: { depot: 3 } } }) }])
    page.telltale.track('Quote sent', { total: 5 })
    await page.advance()
    expect(page.named('Quote sent')?.properties).toMatchObject({ total: 5, place: 'yard', of: { depot: 3 } })
    expect(page.named(LOAD)?.properties).toMatchObject({ place: 'yard' })
  })

  it('enrich is called before track returns, once for a call, and again neither for a later page nor for another attempt', async () => {
    let calls = 0
    const counting = { name: 'count', enrich: ({ name }: { name: string }) => void (name === 'Quote sent' && calls++) }
    const first = openPage([counting], { flags: new Promise(() => {}) })
    first.telltale.track('Quote sent')
    expect(calls).toBe(1)
    await first.advance()
    first.telltale.close()
    let attempts = 0
    const deliver: Destination['deliver'] = async () =>
      ++attempts < 3 ? { outcome: 'retry' } : { outcome: 'delivered' }
    const second = openPage([counting], { disk: first.disk, deliver })
    await second.platform.clock.advance(600_000)
    expect(attempts).toBeGreaterThan(2)
    expect(calls).toBe(1)
  })

  it('enrich sees the name, the time, the address and the properties so far, none of which it can change', async () => {
    const seen: unknown[] = []
    const page = openPage([
      {
        name: 'first',
        enrich: (call: { name: string; properties: { list: number[] } }) => {
          if (call.name !== 'Quote sent') return undefined
          seen.push(call)
          expect(() => (call.name = 'Other')).toThrow(TypeError)
          expect(() => call.properties.list.push(1)).toThrow(TypeError)
          return { properties: { step: 1 } }
        },
      },
      { name: 'second', enrich: (call: { name: string }) => void (call.name === 'Quote sent' && seen.push(call)) },
    ])
    page.telltale.track('Quote sent', { list: [0] })
    const at = page.platform.clock.now()
    expect(seen).toEqual([
      expect.objectContaining({ name: 'Quote sent', at, properties: { list: [0], screen_dimensions: '1440x900' } }),
      expect.objectContaining({ properties: { list: [0], screen_dimensions: '1440x900', step: 1 } }),
    ])
    await page.advance()
    expect(page.named('Quote sent')?.properties).toMatchObject({ list: [0], step: 1 })
    expect(warnings(page)).toEqual([])
  })

  it('enrich wins over the call, and a later step over an earlier one, but no step over a flag', async () => {
    const page = openPage([
      {
        name: 'one',
        enrich: () => ({ properties: { a: 'one', b: 'one', screen_dimensions: 'none', 'LDFF: pricing': 'x' } }),
      },
      { name: 'two', enrich: () => ({ properties: { b: 'two' } }) },
    ])
    page.telltale.track('Quote sent', { a: 'call', b: 'call' })
    await page.advance()
    expect(page.named('Quote sent')?.properties).toEqual({
      ...{ a: 'one', b: 'two', screen_dimensions: 'none', 'LDFF: pricing': 'new' },
    })
  })

  it('enrich adds what JSON can hold, as a copy', async () => {
    const place = { depot: 3 }
    const page = openPage([
      { name: 'place', enrich: () => ({ properties: { place, map: new Map(), none: undefined } }) },
    ])
    page.telltale.track('Quote sent')
    place.depot = 4
    await page.advance()
    expect(page.named('Quote sent')?.properties).toEqual({
      ...{ place: { depot: 3 }, screen_dimensions: '1440x900', 'LDFF: pricing': 'new' },
    })
    expect(warnings(page)).toEqual([expect.stringContaining('"place" goes without map, which JSON cannot hold')])
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('card 4111')
      },
    ],
    ['returns a promise', () => Promise.resolve({ properties: { a: 1 } })],
    ['returns a text', () => 'yard'],
    ['returns properties that are no object', () => ({ properties: 5 })],
    [
      'returns an object that cannot be read',
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('card 4111')
            },
          },
        ),
    ],
  ])('enrich that %s is skipped, and reported once, without what it has thrown', async (_, enrich) => {
    const page = openPage([
      { name: 'bad', enrich },
      { name: 'good', enrich: () => ({ properties: { good: true } }) },
    ])
    page.telltale.track('Quote sent', { total: 5 })
    page.telltale.track('Quote sent again', { total: 6 })
    await page.advance()
    for (const name of ['Quote sent', 'Quote sent again', LOAD])
      expect(page.named(name)?.properties).toMatchObject({ good: true, 'LDFF: pricing': 'new' })
    const lines = warnings(page)
    expect(lines).toEqual([expect.stringContaining('the step "bad" ')])
    expect(lines.join()).not.toContain('4111')
  })
})

describe('process', () => {
  it('process gets each complete event with its user and its flags, frozen, before a destination does', async () => {
    const seen: AnalyticsEvent[] = []
    const page = openPage([
      {
        name: 'watch',
        process: (event: AnalyticsEvent) => {
          seen.push(event)
          expect(() => Object.assign(event, { name: 'x' })).toThrow(TypeError)
          expect(() => Object.assign(event.properties, { a: 1 })).toThrow(TypeError)
          return event
        },
      },
    ])
    page.telltale.track('Quote sent', { total: 5 })
    await page.advance()
    const { identity, properties } = seen.find(({ name }) => name === 'Quote sent') ?? {}
    expect({ identity, properties }).toEqual({
      identity: { id: 'ida' },
      properties: { total: 5, screen_dimensions: '1440x900', 'LDFF: pricing': 'new' },
    })
    expect(seen.filter(({ name }) => name === 'Quote sent')).toHaveLength(1)
    expect(page.named('Quote sent')).toEqual(seen.find(({ name }) => name === 'Quote sent'))
    expect(warnings(page)).toEqual([])
  })

  it('changes the name, the address and the properties, and nothing that says whose event it is, when it happened and under which flags', async () => {
    const page = openPage([
      {
        name: 'change',
        process: (event: AnalyticsEvent) => ({
          ...{ id: 'x', at: 1, epoch: 'x', identity: { id: 'otto' }, messaging: true },
          name: `${event.name} (test)`,
          url: 'https://app.test/redacted',
          properties: { card: '•••', 'LDFF: pricing': 'old' },
        }),
      },
    ])
    const at = page.platform.clock.now()
    page.telltale.track('Quote sent', { card: '4111 1111' })
    await page.advance()
    const event = page.named('Quote sent (test)')
    expect(event).toMatchObject({
      ...{ at, url: 'https://app.test/redacted', identity: { id: 'ida' } },
      properties: { card: '•••', 'LDFF: pricing': 'new' },
    })
    expect(event?.properties).not.toHaveProperty('screen_dimensions')
    expect(event).not.toHaveProperty('messaging')
    expect(event?.id).not.toBe('x')
    expect(await stored(page)).not.toContain('4111')
  })

  it('process that adds what JSON cannot hold is reported, and the rest is kept', async () => {
    const page = openPage([
      {
        name: 'change',
        process: (event: AnalyticsEvent) => ({ ...event, properties: { total: 5, map: new Map() } }),
      },
    ])
    page.telltale.track('Quote sent')
    await page.advance()
    expect(page.named('Quote sent')?.properties).toEqual({ total: 5, 'LDFF: pricing': 'new' })
    expect(warnings(page)).toEqual([expect.stringContaining('"change" goes without map, which JSON cannot hold (T61)')])
  })

  it('process cannot change whose events these are', async () => {
    const page = openPage([
      {
        name: 'change',
        process: (event: { identity: { id: string } }) => {
          event.identity.id = 'otto'
          return event
        },
      },
    ])
    page.telltale.track('Quote sent')
    page.telltale.track('Quote sent again')
    await page.advance()
    for (const name of ['Quote sent', 'Quote sent again']) expect(page.named(name)?.identity).toEqual({ id: 'ida' })
    expect(warnings(page)).toEqual([expect.stringContaining('the step "change" has failed')])
  })

  it('process drops an event by undefined: no later step and no destination gets it, and it is counted as filtered', async () => {
    const later = vi.fn((event: AnalyticsEvent) => event)
    const page = openPage([
      { name: 'sample', process: (event: AnalyticsEvent) => (event.name === 'Mouse moved' ? undefined : event) },
      { name: 'later', process: later },
    ])
    page.telltale.track('Mouse moved', { secret: 'card 4111' })
    page.telltale.track('Quote sent')
    await page.advance()
    page.telltale.track('Mouse moved')
    await page.advance()
    expect(page.taken.map(({ name }) => name)).toEqual([LOAD, 'Quote sent'])
    expect(later.mock.calls.map(([{ name }]) => name)).not.toContain('Mouse moved')
    expect(page.telltale.diagnostics.get().dropped).toEqual({ sample: { filtered: 2 } })
    expect((await page.telltale.counts()).waiting).toEqual({ pending: 0, unread: { own: 0 } })
    expect(await stored(page)).not.toContain('4111')
    expect(warnings(page)).toEqual([])
  })

  it('process of a later page gets the event that an earlier page has left without its user, and no event gets it twice', async () => {
    const calls: string[] = []
    const step = { name: 'count', process: (event: AnalyticsEvent) => (calls.push(event.name), event) }
    const first = openPage([step], { flags: new Promise(() => {}) })
    first.telltale.track('Quote sent')
    await first.advance()
    expect(calls).toEqual([])
    first.telltale.close()
    const second = openPage([step], { disk: first.disk, deliver: async () => ({ outcome: 'retry' }) })
    await second.platform.clock.advance(120_000)
    second.telltale.close()
    const third = openPage([step], { disk: first.disk })
    await third.platform.clock.advance(120_000)
    expect(calls.filter((name) => name === 'Quote sent')).toEqual(['Quote sent'])
    expect(third.taken.filter(({ name }) => name === 'Quote sent')).toHaveLength(1)
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('card 4111')
      },
    ],
    ['returns a promise', () => Promise.resolve(undefined)],
    ['returns null', () => null],
    ['returns true', () => true],
    ['returns an event without a name', () => ({ url: '', properties: {} })],
    ['returns an event whose name is blank', () => ({ name: ' ', url: '', properties: {} })],
    ['returns an event whose properties are a list', () => ({ name: 'x', url: '', properties: [1] })],
    ['returns an event without an address', () => ({ name: 'x', properties: {} })],
    [
      'returns an object that cannot be read',
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('card 4111')
            },
          },
        ),
    ],
  ])('process that %s is skipped, and reported once, without what it has thrown', async (_, process) => {
    const page = openPage([
      { name: 'bad', process },
      {
        name: 'good',
        process: (event: AnalyticsEvent) => ({ ...event, properties: { ...event.properties, good: true } }),
      },
    ])
    page.telltale.track('Quote sent', { total: 5 })
    page.telltale.track('Quote sent again')
    await page.advance()
    expect(page.named('Quote sent')?.properties).toMatchObject({ total: 5, good: true, 'LDFF: pricing': 'new' })
    expect(page.taken).toHaveLength(3)
    const lines = warnings(page)
    expect(lines).toEqual([expect.stringContaining('the step "bad" ')])
    expect(lines.join()).not.toContain('4111')
  })

  it('process runs in the order of the steps, with the step as this', async () => {
    const step = (letter: string) => ({
      name: letter,
      letter,
      process(event: AnalyticsEvent) {
        return { ...event, name: event.name + this.letter }
      },
    })
    const page = openPage([step('a'), step('b')])
    page.telltale.track('x')
    await page.advance()
    expect(page.taken.map(({ name }) => name)).toContain('xab')
  })
})

describe('the setting events.steps', () => {
  it.each<[unknown]>([
    [{}],
    ['x'],
    [[undefined]],
    [[{ enrich() {} }]],
    [[{ name: 'x' }]],
    [[{ name: '', process() {} }]],
  ])('the setting events.steps must be a list of steps: %j', (steps) => {
    expect(() => openPage(steps as never)).toThrow('Set events.steps to a list of steps. (T22)')
  })

  it('the setting events.steps is read once', async () => {
    const steps: unknown[] = []
    const page = openPage(steps)
    steps.push({ name: 'late', enrich: () => ({ properties: { late: true } }) })
    page.telltale.track('Quote sent')
    await page.advance()
    expect(page.named('Quote sent')?.properties).not.toHaveProperty('late')
  })
})

describe('start', () => {
  type Layer = Parameters<NonNullable<Step['start']>>[0]

  it('a step starts once, before any event, and its end is called by close', async () => {
    const said: string[] = []
    const page = openPage([
      { name: 'own', start: () => (said.push('start'), () => said.push('end')), enrich: () => void said.push('event') },
    ])
    await page.advance()
    expect(said.slice(0, 2)).toEqual(['start', 'event'])
    page.telltale.close()
    page.telltale.close()
    expect(said.filter((word) => word !== 'event')).toEqual(['start', 'end'])
  })

  it('an event of a step has its kind, its number and what all steps add, and is no call of the application', async () => {
    const page = openPage([
      { name: 'own', start: ({ record }: Layer) => (record('Page seen', { of: 'own' }, 'page'), () => {}) },
      { name: 'other', enrich: () => ({ properties: { place: 'yard' }, moment: { release: '1' } }) },
    ])
    page.telltale.track('Quote sent')
    await page.advance()
    expect(page.named('Page seen')).toMatchObject({
      ...{ kind: 'page', n: 1, identity: { id: 'ida' }, moment: { release: '1' } },
      properties: { of: 'own', place: 'yard', 'LDFF: pricing': 'new' },
    })
    expect(page.named('Quote sent')).not.toHaveProperty('kind')
  })

  it('properties of its event that JSON cannot hold are left out, and reported under its name', async () => {
    const page = openPage([
      { name: 'own', start: ({ record }: Layer) => (record('Page seen', { at: NaN, of: 1 }), () => {}) },
    ])
    await page.advance()
    expect(page.named('Page seen')?.properties).toMatchObject({ of: 1 })
    expect(page.named('Page seen')?.properties).not.toHaveProperty('at')
    expect(warnings(page)).toContainEqual(expect.stringContaining('"Page seen" goes without at'))
  })

  it('a step that throws at its start or its end breaks nothing, and is reported', async () => {
    const fail = () => {
      throw new Error('mine')
    }
    const page = openPage([
      { name: 'bad', start: fail, enrich: () => ({ properties: { place: 'yard' } }) },
      { name: 'worse', start: () => fail },
      { name: 'odd', start: () => 5 },
    ])
    page.telltale.track('Quote sent')
    await page.advance()
    page.telltale.close()
    expect(page.named('Quote sent')?.properties).toMatchObject({ place: 'yard' })
    expect(warnings(page)).toContain('Telltale (bad): It has not started: it has thrown. (T166)')
  })

  it('what a step records after close is ignored', async () => {
    let layer: Layer | undefined
    const page = openPage([{ name: 'own', start: (given: Layer) => ((layer = given), () => {}) }])
    await page.advance()
    page.telltale.close()
    layer?.record('too late')
    expect(await stored(page)).not.toContain('too late')
  })

  it('a step hears what an observer hears', async () => {
    const page = openPage([
      { name: 'own', start: ({ on, record }: Layer) => on('exposure', ({ key }) => record('Flag seen', { key })) },
    ])
    await page.advance()
    page.telltale.flags.variation('pricing', 'old')
    await page.advance()
    expect(page.named('Flag seen')?.properties).toMatchObject({ key: 'pricing' })
  })

  it('an observer records events of its own, also at its start, for the user whom the page then has', async () => {
    const page = openPage([{ name: 'other', enrich: () => ({ properties: { place: 'yard' } }) }], {
      observers: [
        {
          name: 'own',
          start({ on, record }) {
            record('Started', { of: 'own' }, 'page')
            return on('exposure', ({ key }) => record('Flag seen', { key }))
          },
        },
      ],
    })
    await page.advance()
    page.telltale.flags.variation('pricing', 'old')
    await page.advance()
    expect(page.named('Started')).toMatchObject({
      ...{ kind: 'page', identity: { id: 'ida' } },
      properties: { of: 'own', place: 'yard', 'LDFF: pricing': 'new' },
    })
    expect(page.named('Flag seen')?.properties).toMatchObject({ key: 'pricing', place: 'yard' })
    expect(warnings(page)).toEqual([])
  })
})

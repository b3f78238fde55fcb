import { describe, expect, it } from 'vitest'
import { collector } from '../collector.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { consentAtOnce, createTelltaleAtOnce, launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { visitor } from '../visitor.ts'
import { sampleBy } from './sampleBy.ts'

const flag = (value: unknown, version = 1) => ({ 'events-rate': { value, version, variation: 0 } })

interface PageOptions {
  readonly service?: ReturnType<typeof fakeFlagService>
  readonly who?: string | null
}

/** A page whose events are thinned by the flag, and those that have arrived. */
function openPage(value: unknown, { service = fakeFlagService(flag(value)), who = 'ida' }: PageOptions = {}) {
  const taken: AnalyticsEvent[] = []
  const { platform } = service
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => (who === null ? null : { unique_identity: who }), visitor: visitor() },
      flags: launchDarklyAtOnce({ clientSideId: 'env' }),
      events: { steps: [sampleBy('events-rate')] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  const names = () => taken.map(({ name }) => name).filter((name) => !name.startsWith('Load'))
  return { service, telltale, taken, names, advance: (ms = 1_000) => platform.clock.advance(ms) }
}

describe('a rate of all events', () => {
  it('keeps the events of that share of the persons, always of the same ones, and says so', async () => {
    const people = Array.from({ length: 200 }, (_, index) => `u-${index}`)
    const kept: string[] = []
    for (const who of people) {
      const page = openPage(0.3, { who })
      await page.advance()
      page.telltale.track('one')
      page.telltale.track('two')
      await page.advance()
      expect([[], ['one', 'two']]).toContainEqual(page.names())
      if (page.names().length > 0) kept.push(who)
      for (const { name, moment } of page.taken) if (name === 'one') expect(moment?.sampleRate).toBe(0.3)
    }
    expect(kept.length / people.length).toBeGreaterThan(0.2)
    expect(kept.length / people.length).toBeLessThan(0.4)
    for (const who of kept) {
      const page = openPage(0.5, { who })
      await page.advance()
      page.telltale.track('one')
      await page.advance()
      expect(page.names()).toEqual(['one'])
    }
  })

  it('stops the events of visitors, too', async () => {
    const page = openPage(0, { who: null })
    await page.advance()
    page.telltale.track('one')
    await page.advance()
    expect(page.names()).toEqual([])
  })

  it('is counted as filtered, and 1 changes nothing', async () => {
    const [none, all] = [openPage(0), openPage(1)]
    for (const page of [none, all]) {
      await page.advance()
      page.telltale.track('one')
      await page.advance()
    }
    expect(none.names()).toEqual([])
    expect(none.telltale.diagnostics.get().dropped).toHaveProperty('sampleBy')
    expect(all.taken.map(({ moment }) => moment?.sampleRate)).toEqual(all.taken.map(() => undefined))
    expect(all.telltale.diagnostics.get().dropped).toEqual({})
  })
})

describe('a table of rates', () => {
  it('has a rate for the events that it names, and one for all others', async () => {
    const page = openPage({ one: 0, two: 1, '*': 0, constructor: 1 })
    await page.advance()
    for (const name of ['one', 'two', 'three', 'constructor', 'toString']) page.telltale.track(name)
    await page.advance()
    expect(page.names()).toEqual(['two', 'constructor'])
  })

  it('keeps what it does not name', async () => {
    const page = openPage({ one: 0 })
    await page.advance()
    for (const name of ['one', 'two', 'toString']) page.telltale.track(name)
    await page.advance()
    expect(page.names()).toEqual(['two', 'toString'])
  })
})

describe('the flag', () => {
  it('stops the events of an open page at once, and lets them go on', async () => {
    const page = openPage(1)
    await page.advance()
    page.telltale.track('one')
    await page.service.send('patch', { path: '/events-rate', key: 'events-rate', value: 0, version: 2 })
    page.telltale.track('two')
    await page.service.send('patch', { path: '/events-rate', key: 'events-rate', value: 1, version: 3 })
    page.telltale.track('three')
    await page.advance()
    expect(page.names()).toEqual(['one', 'three'])
  })

  it.each([null, 'all', -1, 2, true, Number.NaN, [0], { one: 'none' }])(
    'that is something else keeps all events: %o',
    async (value) => {
      const page = openPage(value)
      await page.advance()
      page.telltale.track('one')
      page.telltale.track('two')
      await page.advance()
      expect(page.names()).toEqual(['one', 'two'])
    },
  )

  it('of a service that is down changes nothing', async () => {
    const service = fakeFlagService(flag(0))
    service.answers.poll = { status: 503 }
    service.answers.stream = { status: 503 }
    const page = openPage(0, { service })
    page.telltale.track('one')
    await page.advance(120_000)
    page.telltale.track('two')
    await page.advance(120_000)
    expect(page.names()).toEqual(['one', 'two'])
  })

  it('is not recorded as shown', async () => {
    const page = openPage(1)
    await page.advance(120_000)
    expect(page.service.events('feature')).toEqual([])
    expect(page.service.events('summary')).toEqual([])
  })

  it('needs a key', () => expect(() => sampleBy('')).toThrow('(T212)'))
})

it('a decision about consent is never left out', async () => {
  const service = fakeFlagService(flag(0))
  const { platform } = service
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      flags: launchDarklyAtOnce({ clientSideId: 'env' }),
      events: { steps: [sampleBy('events-rate')] },
      consent: consentAtOnce({}, platform),
      destinations: [collector({ url: 'https://collect.test/' })],
    },
    platform,
  )
  await platform.clock.advance(1_000)
  telltale.track('one')
  telltale.consent?.set({ analytics: true })
  await platform.clock.advance(60_000)
  const sent = platform.transport.requests.map(({ body = '' }) => body).join('')
  expect(sent).toContain('Consent changed')
  expect(sent).not.toContain('"one"')
  expect(sent).not.toContain('sampleRate')
})

import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Step } from '../core/step.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { createAutomation } from './automation.ts'
import { commonProperties } from './commonProperties.ts'
import { sample } from './sample.ts'

type Person = { unique_identity: string }

function openPage(
  steps: readonly Step[],
  person: () => Person | null | undefined = () => ({ unique_identity: 'ida' }),
) {
  const taken: AnalyticsEvent[] = []
  const platform = fakePlatform()
  const destination = {
    name: 'own',
    deliver: async (batch: readonly AnalyticsEvent[]) => (taken.push(...batch), { outcome: 'delivered' as const }),
  }
  const telltale = createTelltaleAtOnce(
    { app: 'Desk', identity: { person }, events: { steps }, destinations: [destination] },
    platform,
  )
  const eventOf = async (properties: Record<string, unknown> = {}) => {
    telltale.track('one', properties)
    await platform.clock.advance(1_000)
    return taken.find(({ name }) => name === 'one')
  }
  return { platform, telltale, eventOf, taken }
}

describe('commonProperties', () => {
  it('the function is called in the task of the call, and its properties are added', async () => {
    let depot = 'north'
    const page = openPage([commonProperties(() => ({ depot, of: { region: 1 } }))])
    page.telltale.track('one')
    depot = 'south'
    expect((await page.eventOf())?.properties).toMatchObject({ depot: 'north', of: { region: 1 } })
  })

  it('a property of the call stays, whatever its value', async () => {
    const page = openPage([commonProperties(() => ({ depot: 'common', total: 1, empty: 2 }))])
    expect((await page.eventOf({ total: 5, empty: null }))?.properties).toMatchObject({
      ...{ depot: 'common', total: 5, empty: null },
    })
  })

  it('release and environment go into the moment, and are no properties', async () => {
    const page = openPage([commonProperties(() => ({ release: '1.2', environment: 'staging', depot: 3 }))])
    const event = await page.eventOf()
    expect(event?.moment).toEqual({ release: '1.2', environment: 'staging' })
    expect(event?.properties).toMatchObject({ depot: 3 })
    expect(event?.properties).not.toHaveProperty('release')
  })

  it.each([[''], [5], [null], [{}], [undefined]])('a release that is %j is left out', async (release) => {
    const page = openPage([commonProperties(() => ({ release, environment: 'staging' }) as never)])
    expect((await page.eventOf())?.moment).toEqual({ environment: 'staging' })
  })

  it('a getter that throws costs its own property only, and is reported', async () => {
    const page = openPage([
      commonProperties(() => ({
        depot: 3,
        get bad(): string {
          throw new Error('mine')
        },
        get release(): string {
          throw new Error('mine')
        },
      })),
    ])
    const event = await page.eventOf()
    expect(event?.properties).toMatchObject({ depot: 3 })
    expect(event?.properties).not.toHaveProperty('bad')
    expect(page.platform.logged).toContainEqual(expect.stringContaining('goes without bad'))
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('mine')
      },
    ],
    ['returns a promise', async () => ({ depot: 3 })],
    ['returns a list', () => [1]],
    ['returns a text', () => 'north'],
    ['returns null', () => null],
  ])('a function that %s is reported, and the event goes on', async (_, read) => {
    const page = openPage([commonProperties(read as never)])
    expect(await page.eventOf({ total: 5 })).toMatchObject({ properties: { total: 5 } })
    expect(page.platform.logged).toContainEqual(expect.stringMatching(/"commonProperties" has failed.*\(T156\)/))
  })

  it('a function that returns nothing adds nothing', async () => {
    const page = openPage([commonProperties(() => undefined)])
    expect(await page.eventOf({ total: 5 })).not.toHaveProperty('moment')
    expect(page.platform.logged).toEqual([])
  })

  it('what the function returns may be frozen, and stays as it is', async () => {
    const given = Object.freeze({ depot: 3, total: 1, release: '1' })
    const page = openPage([commonProperties(() => given)])
    expect((await page.eventOf({ total: 2 }))?.properties).toMatchObject({ depot: 3, total: 2 })
    expect(given).toEqual({ depot: 3, total: 1, release: '1' })
  })
})

describe('sample', () => {
  const idOf = (index: number) => `person-${index}@first.example`

  it('keeps all events of a share of the persons, and says the share', async () => {
    let kept = 0
    for (let index = 0; index < 200; index += 1) {
      const page = openPage([sample(0.3)], () => ({ unique_identity: idOf(index) }))
      const event = await page.eventOf()
      if (event) kept += 1
      // The load event is kept or dropped with the others.
      expect(page.taken).toHaveLength(event ? 2 : 0)
      if (event) expect(event.moment).toEqual({ sampleRate: 0.3 })
      expect(page.telltale.diagnostics.get().dropped).toEqual(event ? {} : { sample: { filtered: 2 } })
    }
    expect(Math.abs(kept - 60)).toBeLessThan(20)
  })

  it('who is kept at a small share is kept at a larger one', async () => {
    for (let index = 0; index < 50; index += 1) {
      const person = () => ({ unique_identity: idOf(index) })
      if (await openPage([sample(0.2)], person).eventOf())
        expect(await openPage([sample(0.5)], person).eventOf()).toBeDefined()
    }
  })

  it('an event without a person is kept, and one that waits for its person is decided by that person', async () => {
    expect(await openPage([sample(0)], () => null).eventOf()).toBeDefined()
    let person = undefined as Person | undefined
    const page = openPage([sample(0)], () => person)
    expect(await page.eventOf()).toBeUndefined()
    person = { unique_identity: 'ida' }
    await page.platform.clock.advance(5_000)
    expect(page.taken).toEqual([])
    expect(page.telltale.diagnostics.get().dropped).toMatchObject({ sample: { filtered: 2 } })
  })

  it('a share of 1 keeps all, and a share of 0 drops all', async () => {
    expect(await openPage([sample(1)]).eventOf()).toBeDefined()
    expect(await openPage([sample(0)]).eventOf()).toBeUndefined()
  })

  it.each([[-0.1], [1.1], [NaN], ['0.1'], [undefined], [null], [Infinity]])('a share of %j is an error', (share) => {
    expect(() => sample(share as never)).toThrow('(T175)')
  })
})

describe('automation', () => {
  it.each([[true], [false]])('marks events if the browser is controlled by a program: %s', async (isAutomated) => {
    const event = await openPage([createAutomation(() => isAutomated)]).eventOf()
    expect(event).toBeDefined()
    expect(event?.moment).toEqual(isAutomated ? { automated: true } : undefined)
  })
})

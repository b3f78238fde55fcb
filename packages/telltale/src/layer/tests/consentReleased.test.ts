import { describe, expect, it } from 'vitest'
import type { Storable } from '../../core/ports/eventStore.ts'
import { createConsentWorld, destinations, type ConsentPage } from './consentWorld.suite.ts'

const ALL = { analytics: true, marketing: true, monitoring: true }

/** How often each destination has got the event. */
const counts = ({ arrivals }: ReturnType<typeof createConsentWorld>, name = 'one') =>
  destinations.map(
    (destination) => arrivals.filter((one) => one.destination === destination && one.event.name === name).length,
  )

type Scene = {
  readonly title: string
  /** What happens between the event and the moment in which the database refuses. */
  before?(page: ConsentPage): void
  readonly isPartnerUp: boolean
  readonly how: 'leave' | 'crash'
}

const scenes: Scene[] = [false, true].flatMap((isPartnerUp) =>
  (['leave', 'crash'] as const).flatMap((how) => [
    { title: `everything, the page ends by a ${how}, partner up: ${isPartnerUp}`, isPartnerUp, how },
    {
      title: `what the store has of it in part, the page ends by a ${how}, partner up: ${isPartnerUp}`,
      before: ({ consent }: ConsentPage) => consent.set({ analytics: true }),
      isPartnerUp,
      how,
    },
  ]),
)

describe('a database that refuses while something is released', () => {
  it.each(scenes)('does not let the next page send it again: $title', async ({ before, isPartnerUp, how }) => {
    const world = createConsentWorld()
    world.servers.collector = 'down'
    const page = await world.open('ida')
    page.layer.track('one')
    await world.advance(5_000)
    before?.(page)
    await world.advance(5_000)
    world.database = 'refuses'
    world.servers.partner = isPartnerUp ? 'up' : 'down'
    page.consent.set(ALL)
    await world.advance(60_000)
    expect(counts(world)).toEqual([0, isPartnerUp ? 1 : 0, 1])
    page.end(how)
    world.database = 'well'
    world.servers = { collector: 'up', partner: 'up' }
    await world.open('ida')
    await world.advance(120_000)
    expect(counts(world)).toEqual([1, 1, 1])
  })

  it('sends nothing twice, whatever was delivered before the page was left', async () => {
    const world = createConsentWorld()
    const page = await world.open('ida')
    page.layer.track('one')
    await world.advance(5_000)
    world.database = 'refuses'
    page.consent.set(ALL)
    await world.advance(60_000)
    expect(counts(world)).toEqual([1, 1, 1])
    page.end('leave')
    world.database = 'well'
    const next = await world.open('ida')
    await world.advance(60_000)
    expect(counts(world)).toEqual([1, 1, 1])
    next.end('leave')
    await world.open('ida')
    await world.advance(60_000)
    expect(world.disk.storage.keys('unwritten:')).toEqual([])
    expect(JSON.stringify(await world.disk.databases())).not.toContain('"one"')
  })

  it.each([
    ['otto', false],
    ['otto', true],
    [null, false],
    [null, true],
  ] as const)(
    'sends nothing twice after a page of somebody who has not decided yet: %s, the second stage is late: %s',
    async (who, isLate) => {
      const world = createConsentWorld()
      world.servers = { collector: 'down', partner: 'down' }
      const page = await world.open('ida')
      page.consent.set(ALL)
      page.layer.track('one')
      await world.advance(5_000)
      expect(JSON.stringify(await world.disk.databases())).toContain('"one"')
      world.database = 'refuses'
      world.servers = { collector: 'up', partner: 'up' }
      await world.advance(60_000)
      expect(counts(world)).toEqual([1, 1, 1])
      page.end('leave')
      world.database = 'well'
      const other = await world.open(who, isLate)
      await world.advance(5_000)
      other.loadChunk()
      await world.advance(5_000)
      other.end('leave')
      await world.open('ida')
      await world.advance(60_000)
      expect(counts(world)).toEqual([1, 1, 1])
    },
  )

  it('opens no database when something is denied', async () => {
    const world = createConsentWorld()
    const page = await world.open('ida')
    page.layer.track('one')
    await world.advance(5_000)
    page.consent.set({ analytics: false, marketing: false, monitoring: false })
    await world.advance(5_000)
    expect(await world.disk.databases()).toEqual({})
  })
})

describe('what is released', () => {
  it.each([
    ['well', false],
    ['refuses', true],
  ] as const)(
    'is written before anything is read if the page alone has it: localStorage %s',
    async (storage, isOnlyCopy) => {
      const world = createConsentWorld()
      const openStore = world.disk.eventStore
      const written: (boolean | undefined)[] = []
      world.disk.eventStore = <Event extends Storable>(name: string) => {
        const store = openStore<Event>(name)
        return {
          ...store,
          change(changes: Parameters<typeof store.change>[0], isOnly?: boolean) {
            if (changes.some(({ type }) => type === 'allow')) written.push(isOnly)
            return store.change(changes, isOnly)
          },
        }
      }
      const page = await world.open('ida')
      page.layer.track('one')
      await world.advance(5_000)
      world.storage = storage
      page.consent.set(ALL)
      await world.advance(1_000)
      expect(new Set(written.map(Boolean))).toEqual(new Set([isOnlyCopy]))
    },
  )
})

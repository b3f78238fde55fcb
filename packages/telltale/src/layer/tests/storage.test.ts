import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { storeName } from '../../events/store/storeName.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const settings: Settings = {
  ...sandboxSettings,
  destinations: [collector({ url: 'https://collect.test/' })],
}

function openPage(disk = fakeDisk()) {
  const platform = fakePlatform(undefined, disk)
  const telltale = createTelltaleAtOnce(settings, platform)
  const reports = () => platform.transport.requests.map(({ body }) => readBatch(body).inMemory)
  return { disk, platform, telltale, reports }
}

describe('storage that keeps nothing', () => {
  it('storage that keeps nothing is reported and counted, on the page and with the next batch, and the events still arrive', async () => {
    const { disk, platform, telltale, reports } = openPage()
    await platform.settle()
    disk.condition = 'refuses'
    telltale.track('one')
    telltale.track('two')
    await platform.clock.advance(1_000)
    expect(telltale.diagnostics.get()).toMatchObject({ storage: 'memory', inMemory: 2, dropped: {} })
    expect(reports()).toEqual([2])
    expect(platform.logged).toEqual([
      'Telltale (outbox): the browser stores no events: those that are not delivered when the page closes are lost (T65)',
    ])
    telltale.close()
  })

  it('events are stored again when there is room again, and the earlier count stays', async () => {
    const { disk, platform, telltale, reports } = openPage()
    disk.condition = 'refuses'
    telltale.track('one')
    await platform.clock.advance(1_000)
    disk.condition = 'well'
    telltale.track('two')
    await platform.clock.advance(1_000)
    expect(telltale.diagnostics.get()).toMatchObject({ storage: 'durable', inMemory: 1 })
    expect(reports()).toEqual([1, 1])
    telltale.close()
  })

  it('a database that keeps nothing is not reported while localStorage takes the events', async () => {
    const { disk, platform, telltale } = openPage()
    const { storage } = disk
    disk.condition = 'refuses'
    const kept = new Map<string, string>()
    storage.set = (key, value) => kept.set(key, value).size > 0
    telltale.track('one')
    await platform.clock.advance(1_000)
    expect(telltale.diagnostics.get()).toMatchObject({ storage: 'durable', inMemory: 0 })
    expect([...kept.values()].join()).toContain('one')
    telltale.close()
  })

  it('events that were delivered from memory leave nothing in localStorage', async () => {
    const { disk, platform, telltale } = openPage()
    const small = new Map<string, string>()
    disk.condition = 'refuses'
    Object.assign(disk.storage, {
      set: (key: string, value: string) => small.set(key, value).size > 0,
      remove: (key: string) => void small.delete(key),
      keys: () => [...small.keys()],
    })
    telltale.track('one')
    await platform.settle()
    expect([...small.keys()].join()).toContain('unwritten:')
    await platform.clock.advance(1_000)
    expect([...small.keys()].join()).not.toContain('unwritten:')
    telltale.close()
  })

  it('an event that first waits for its identity is counted once', async () => {
    const disk = fakeDisk()
    disk.condition = 'refuses'
    const platform = fakePlatform(
      ({ url }) => (url.includes('who-am-i') ? { status: 200, body: { unique_identity: 'ida' } } : { status: 202 }),
      disk,
    )
    const signedIn = { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' }
    const telltale = createTelltaleAtOnce({ ...settings, auth: signedIn }, platform)
    telltale.track('one')
    await platform.clock.advance(1_000)
    // The load event is the second.
    expect(telltale.diagnostics.get().inMemory).toBe(2)
    telltale.close()
  })
})

describe('what was given up', () => {
  it('dropped events of a page that ended before it could report them are reported once, by the next visit', async () => {
    const disk = fakeDisk()
    let isUp = false
    const reported: unknown[] = []
    const visit = () => {
      const platform = fakePlatform(({ body }) => {
        if (!isUp) return 'network'
        reported.push(readBatch(body).dropped)
        return { status: 200 }
      }, disk)
      return { platform, telltale: createTelltaleAtOnce({ ...settings, events: { maxBytes: 2_000 } }, platform) }
    }
    const first = visit()
    for (let count = 0; count < 20; count += 1) first.telltale.track('Searched', { text: 'x'.repeat(100) })
    await first.platform.clock.advance(1_000)
    const { dropped } = first.telltale.diagnostics.get()
    expect(dropped['outbox']?.['over-budget']).toBeGreaterThan(0)
    first.telltale.close()

    isUp = true
    const second = visit()
    expect(second.telltale.diagnostics.get().dropped).toEqual(dropped)
    await second.platform.clock.advance(1_000)
    expect(reported[0]).toEqual(dropped)
    second.telltale.close()

    const third = visit()
    expect(third.telltale.diagnostics.get().dropped).toEqual({})
    third.telltale.close()
  })
})

describe('a page that ends before its database has answered', () => {
  it('a page that ends before its database has answered leaves events of the same millisecond to the next page in order', async () => {
    const { disk, platform, telltale } = openPage()
    disk.condition = 'hangs'
    const names = Array.from({ length: 20 }, (_, number) => `event ${number}`)
    for (const name of names) telltale.track(name)
    await platform.settle()
    platform.crash()
    telltale.close()
    disk.condition = 'well'
    const next = openPage(disk)
    await next.platform.clock.advance(1_000)
    const delivered = next.platform.transport.requests.flatMap(({ body }) => readBatch(body).events)
    expect(delivered.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names)
    next.telltale.close()
  })
})

it('a layer without a user, flags and destinations sends and stores nothing', async () => {
  const disk = fakeDisk()
  const platform = fakePlatform(undefined, disk)
  const telltale = createTelltaleAtOnce({ app: 'Quotes', identity: { person: () => null } }, platform)
  telltale.track('before the consent')
  await platform.clock.advance(60_000)
  expect(platform.transport.requests).toEqual([])
  expect(platform.storage.keys('')).toEqual([])
  expect(await platform.eventStore(storeName('Quotes@only/', [])).all()).toEqual([])
  telltale.close()
})

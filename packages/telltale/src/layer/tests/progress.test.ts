import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { heap } from '../../adapters/heap.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import type { Observer } from '../../core/observer.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer, FakeServer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from '../settings.ts'

const settings: Settings = {
  ...sandboxSettings,
  auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
  destinations: [collector({ url: 'https://collect.test/' })],
}

/** A page with an observer, and the steps that it saw of each event except the load event. */
function openPage({
  collect = { status: 202 } as FakeAnswer,
  disk = fakeDisk(),
  parts = {} as Partial<Settings>,
} = {}) {
  const server: FakeServer = ({ url }) =>
    url.includes('who-am-i') ? { status: 200, body: { unique_identity: 'ida' } } : collect
  const platform = fakePlatform(server, disk)
  const lives = new Map<string, string[]>()
  let observing = 0
  const observer: Observer = {
    name: 'test',
    start({ on }) {
      observing += 1
      const stop = on('progress', ({ id, step, name, destination, reason }) => {
        const words = [step, name, destination, reason].filter((word) => word !== undefined)
        lives.set(id, [...(lives.get(id) ?? []), words.join(' ')])
      })
      return () => {
        observing -= 1
        stop()
      }
    },
  }
  const telltale = createTelltaleAtOnce({ ...settings, observers: [observer], ...parts }, platform)
  return { telltale, platform, livesOf: () => [...lives.values()], observing: () => observing }
}

const LOADED = 'happened Load - App - Desk - Browser'
const delivered = ['completed', 'stored', 'sent collector', 'acknowledged collector']

describe('an observer', () => {
  it('an observer sees an event being tracked, pending, completed, stored and delivered', async () => {
    const { telltale, platform, livesOf } = openPage()
    telltale.track('early')
    await platform.clock.advance(1_000)
    telltale.track('late')
    await platform.clock.advance(1_000)
    const [early, load, late] = livesOf()
    expect(early).toEqual(['happened early', 'pending', ...delivered])
    expect(load).toEqual([LOADED, ...delivered])
    expect(late).toEqual(['happened late', ...delivered])
    telltale.close()
  })

  it('an observer sees each destination by its name, and the events that it drops', async () => {
    const script = { loaded: true, identify() {}, track() {}, resetIdentity() {} }
    const parts = { analytics: vendorDestination(heap({ instance: () => script })) }
    const { telltale, platform, livesOf } = openPage({ collect: { status: 400 }, parts })
    await platform.clock.advance(1_000)
    const [load] = livesOf()
    expect(load?.slice(0, 5)).toEqual([LOADED, 'completed', 'stored', 'sent heap', 'acknowledged heap'])
    expect(load?.slice(5)).toEqual(['sent collector', 'dropped collector refused'])
    telltale.close()
  })

  it('an observer sees no acknowledgement of an event of another user that a script did not get', async () => {
    let isLoaded = false
    const script = { identify() {}, track() {}, resetIdentity() {} }
    const parts = {
      analytics: vendorDestination(heap({ instance: () => ({ ...script, loaded: isLoaded }) })),
      destinations: [],
    }
    const { telltale, platform, livesOf } = openPage({ parts })
    await platform.clock.advance(1_000)
    telltale.identity.reset()
    isLoaded = true
    await platform.clock.advance(10_000)
    expect(livesOf()[0]).toEqual([LOADED, 'completed', 'stored', 'sent heap', 'dropped heap another-identity'])
    telltale.close()
  })

  it('an observer sees an event that is sent on exit, and events that the previous page left', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk, collect: { status: 503 } })
    await first.platform.clock.advance(100)
    first.platform.leave()
    expect(first.livesOf()).toEqual([[LOADED, 'completed', 'stored', 'sent collector']])
    const next = openPage({ disk })
    await next.platform.clock.advance(1_000)
    expect(next.livesOf()).toContainEqual(['sent collector', 'acknowledged collector'])
    next.telltale.close()
  })

  it('an observer sees no event as stored that would not outlive the page', async () => {
    const disk = fakeDisk()
    disk.condition = 'refuses'
    const { telltale, platform, livesOf } = openPage({ disk })
    await platform.clock.advance(1_000)
    expect(livesOf()).toEqual([[LOADED, 'completed', 'sent collector', 'acknowledged collector']])
    telltale.close()
  })

  it('an observer is stopped with the layer', () => {
    const { telltale, observing } = openPage()
    expect(observing()).toBe(1)
    telltale.close()
    expect(observing()).toBe(0)
  })
})

it('an observer of the application sees the progress of events, and nothing after the layer is closed', async () => {
  const steps: string[] = []
  const ours: Observer = { name: 'ours', start: ({ on }) => on('progress', ({ step }) => void steps.push(step)) }
  const { telltale, platform } = openPage({ parts: { observers: [ours] } })
  telltale.track('one')
  await platform.clock.advance(1_000)
  expect(steps).toContain('acknowledged')
  telltale.close()
  const before = steps.length
  telltale.track('two')
  await platform.clock.advance(1_000)
  expect(steps).toHaveLength(before)
})

it('an event that was passed on to the script of a vendor is confirmed by nobody, and says so', async () => {
  const script = { loaded: true, identify() {}, track() {}, resetIdentity() {} }
  const unconfirmed = new Map<string, unknown>()
  const ours: Observer = {
    name: 'ours',
    start: ({ on }) =>
      on('progress', ({ step, destination, isUnconfirmed }) => {
        if (step === 'acknowledged') unconfirmed.set(destination ?? '', isUnconfirmed)
      }),
  }
  const analytics = vendorDestination(heap({ instance: () => script }))
  const { telltale, platform } = openPage({ parts: { analytics, observers: [ours] } })
  telltale.track('a')
  await platform.clock.advance(2_000)
  expect(Object.fromEntries(unconfirmed)).toEqual({ collector: undefined, heap: true })
  telltale.close()
})

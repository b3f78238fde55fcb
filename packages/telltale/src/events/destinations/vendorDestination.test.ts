import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Identity } from '../../core/model/identity.ts'
import type { Impersonation } from './destination.ts'
import { createDiagnostics } from '../reports/eventReports.ts'
import type { Vendor } from './vendor.ts'
import { vendorDestination } from './vendorDestination.ts'
import { vendorPart } from './vendorPart.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakeHost } from '../../testing/fakeHost.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'

const person = (id: string, impersonator?: string): Identity => ({
  status: 'known',
  epoch: `e-${id}-${impersonator}`,
  person: { unique_identity: id, ...(impersonator && { mimic_user: impersonator }) },
  name: id,
  displayIdentity: id,
  ...(impersonator && { impersonator }),
})
const event = (name: string, id?: string, impersonator?: string): AnalyticsEvent => ({
  ...{ page: 'page-1', n: 1 },
  id: name,
  name,
  at: 0,
  url: '',
  properties: {},
  epoch: 'e',
  identity: { ...(id && { id }), ...(impersonator && { impersonator }) },
})
const OPTIONS = { signal: new AbortController().signal, keepalive: false }

/** The result of a script for a batch in which each event has this outcome. */
const split = (...outcomes: [AnalyticsEvent, object][]) => ({
  outcome: 'split',
  parts: outcomes.map(([one, result]) => ({ events: [one], result })),
})
const delivered = { outcome: 'delivered' }
const misattributed = (one: AnalyticsEvent) => ({ outcome: 'delivered', misattributed: [one] })

interface Start {
  impersonation?: Impersonation
  isLoaded?: boolean
  platform?: FakePlatform
  /**
   * The cookie of the script. With a cookie, the script reports its user, and each page finds the user that any page
   * has identified.
   */
  cookie?: { user?: string | undefined }
  /** Methods in place of those of the script. */
  methods?: Partial<Vendor>
}

function setUp({ impersonation = 'tag', isLoaded = true, platform = fakePlatform(), cookie, methods }: Start = {}) {
  const fake = fakeHost(platform)
  const host = { ...fake, diagnostics: createDiagnostics(fake) }
  const calls: string[] = []
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  const script = { isLoaded, breaks: false }
  const part = vendorPart({
    name: 'vendor',
    impersonation,
    isLoaded() {
      if (script.breaks) throw new Error('no window')
      return script.isLoaded
    },
    identify({ person: { unique_identity } }) {
      calls.push(`identify ${unique_identity}`)
      if (cookie) cookie.user = unique_identity
    },
    ...(cookie && {
      remembers: (who) => (who ? cookie.user === who.person.unique_identity : cookie.user !== undefined),
    }),
    update: ({ person: { user_name } }) => calls.push(`update ${user_name}`),
    track({ name }) {
      calls.push(name)
      if (name === 'breaks') throw new Error('out of order')
    },
    reset() {
      calls.push('reset')
      if (cookie) cookie.user = undefined
    },
    ...methods,
  })
  const destination = vendorDestination(part).start(host)
  return { platform, host, calls, problems, script, destination }
}

describe('a vendor’s script', () => {
  it('a vendor’s script is given the current user once, before the first event', async () => {
    const { host, destination, calls } = setUp()
    host.identity.set(person('ida'))
    await destination.deliver([event('1', 'ida')], OPTIONS)
    await destination.deliver([event('2', 'ida')], OPTIONS)
    expect(calls).toEqual(['identify ida', '1', '2'])
    destination.stop()
  })

  it('a vendor’s script is waited for, and then given the current user even if there is no event', async () => {
    const { platform, host, destination, calls, script } = setUp({ isLoaded: false })
    host.identity.set(person('ida'))
    let isReady = false
    void destination.whenReady?.(OPTIONS.signal).then(() => (isReady = true))
    await platform.clock.advance(10_000)
    expect(isReady).toBe(false)
    script.isLoaded = true
    await platform.clock.advance(5_000)
    expect(isReady).toBe(true)
    expect(calls).toEqual(['identify ida'])
    destination.stop()
  })

  it('a vendor’s script is reset by a logout on a page that has identified no user, because its cookie keeps the user of another page', async () => {
    const before = setUp()
    before.host.identity.set(person('ida'))
    before.destination.stop()

    const { platform, host, destination, calls, script } = setUp({ isLoaded: false, platform: before.platform })
    host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-2' })
    expect(calls).toEqual([]) // the script has not loaded yet
    script.isLoaded = true
    void destination.whenReady?.(OPTIONS.signal)
    await platform.clock.advance(5_000)
    await destination.deliver([event('1')], OPTIONS)
    expect(calls).toEqual(['reset', '1'])
    destination.stop()

    const after = setUp({ platform })
    after.host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-3' })
    expect(after.calls).toEqual([])
    after.destination.stop()
  })

  it('a vendor’s script is reset before it is given another user than an earlier page gave it, and not for the same user', () => {
    const before = setUp()
    before.host.identity.set(person('ida'))
    before.destination.stop()

    const same = setUp({ platform: before.platform })
    same.host.identity.set(person('ida'))
    expect(same.calls).toEqual(['identify ida'])
    same.destination.stop()

    const other = setUp({ platform: before.platform })
    other.host.identity.set(person('otto'))
    expect(other.calls).toEqual(['reset', 'identify otto'])
    other.destination.stop()
  })

  it('a vendor’s script gets no event before the current user is known', async () => {
    const { platform, host, destination } = setUp()
    let isReady = false
    void destination.whenReady?.(OPTIONS.signal).then(() => (isReady = true))
    await platform.clock.advance(1_000)
    expect(isReady).toBe(false)
    host.identity.set(person('ida'))
    await platform.clock.advance(5_000)
    expect(isReady).toBe(true)
    destination.stop()
  })

  it('a vendor’s script is given the current user once, however often the token of the user is renewed', async () => {
    const { host, destination, calls } = setUp()
    host.identity.set(person('ida'))
    host.identity.set({ status: 'resolving', epoch: 'e-2' })
    // Meanwhile the script is still identified as Ida, so it gets the events that she tracked before.
    await destination.deliver([event('1', 'ida')], OPTIONS)
    host.identity.set({ ...person('ida'), epoch: 'e-2' })
    await destination.deliver([event('2', 'ida')], OPTIONS)
    expect(calls).toEqual(['identify ida', '1', '2'])
    destination.stop()
  })

  it('a vendor’s script gets a correction of the data of the same user once', () => {
    const { host, destination, calls } = setUp()
    const named = (user_name: string): Identity => ({
      status: 'known',
      epoch: 'e-1',
      person: { unique_identity: 'ida', user_name },
      name: user_name,
      displayIdentity: user_name,
    })
    for (const name of ['Ida', 'Ida', 'Ida Berg', 'Ida Berg']) host.identity.set(named(name))
    expect(calls).toEqual(['identify ida', 'update Ida Berg'])
    destination.stop()
  })

  it('a vendor’s script is reset when a renewed token belongs to another user or to no user', async () => {
    const { platform, host, destination, calls } = setUp()
    host.identity.set(person('ida'))
    host.identity.set({ status: 'resolving', epoch: 'e-2' })
    host.identity.set(person('otto'))
    await platform.clock.advance(1_000)
    host.identity.set({ status: 'resolving', epoch: 'e-3' })
    host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-3' })
    await platform.clock.advance(1_000)
    expect(calls).toEqual(['identify ida', 'reset', 'identify otto', 'reset'])
    destination.stop()
  })

  it('a vendor’s script that throws when it is looked for is reported, and looked for again', async () => {
    const { platform, host, destination, calls, script, problems } = setUp()
    script.breaks = true
    host.identity.set(person('ida'))
    let isReady = false
    void destination.whenReady?.(OPTIONS.signal).then(() => (isReady = true))
    await platform.clock.advance(10_000)
    expect([isReady, problems[0]]).toEqual([
      false,
      'its script has failed (Error: no window): the next call goes on (T79)',
    ])
    script.breaks = false
    await platform.clock.advance(5_000)
    expect([isReady, calls]).toEqual([true, ['identify ida']])
    destination.stop()
  })

  it.each(['identify', 'update', 'stop'] as const)('a vendor’s script whose %s throws is reported', async (method) => {
    const { platform, host, destination, problems } = setUp({
      methods: {
        [method]() {
          throw new Error(method)
        },
      },
    })
    host.identity.set(person('ida'))
    void destination.whenReady?.(OPTIONS.signal)
    await platform.clock.advance(1_000)
    host.identity.set({ ...person('ida'), person: { unique_identity: 'ida', user_name: 'Ida' } } as Identity)
    await platform.clock.advance(1_000)
    destination.stop()
    expect(problems).toContain(`its script has failed (Error: ${method}): the next call goes on (T79)`)
  })

  it('a vendor’s script is reset before it is given another user, and at a logout', async () => {
    const { platform, host, calls, destination } = setUp()
    host.identity.set(person('ida'))
    host.identity.set(person('otto'))
    await platform.clock.advance(1_000)
    host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-9' })
    await platform.clock.advance(1_000)
    expect(calls).toEqual(['identify ida', 'reset', 'identify otto', 'reset'])
    destination.stop()
  })

  it('a vendor’s script still gets the last events before a logout, and is reset before the events after it', async () => {
    const { platform, host, calls, destination } = setUp()
    host.identity.set(person('ida'))
    host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-9' })
    const [before, after] = [event('Signed out', 'ida'), event('Sign-in shown')]
    const result = await destination.deliver([before, after], OPTIONS)
    expect(calls).toEqual(['identify ida', 'Signed out', 'reset', 'Sign-in shown'])
    expect(result).toEqual(split([before, delivered], [after, delivered]))
    await platform.clock.advance(1_000)
    expect(calls).toHaveLength(4)
    destination.stop()
    expect(platform.clock.pending).toBe(0)
  })

  it.each(['the page may go', 'the layer ends'])('a vendor’s script is reset at once after a logout when %s', (how) => {
    const { platform, host, calls, destination } = setUp()
    host.identity.set(person('ida'))
    host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-9' })
    expect(calls).toEqual(['identify ida'])
    if (how === 'the page may go') platform.mayExit()
    else destination.stop()
    expect(calls).toEqual(['identify ida', 'reset'])
    destination.stop()
    expect(platform.clock.pending).toBe(0)
  })

  it('a vendor’s script is given the current user again when another tab has given it another user', async () => {
    const { platform, host, calls, destination } = setUp()
    host.identity.set(person('ida'))
    const other = setUp({ platform })
    other.host.identity.set(person('otto'))
    await destination.deliver([event('1', 'ida')], OPTIONS)
    await other.destination.deliver([event('2', 'otto')], OPTIONS)
    expect(calls).toEqual(['identify ida', 'reset', 'identify ida', '1'])
    expect(other.calls).toEqual(['reset', 'identify otto', 'reset', 'identify otto', '2'])
    for (const { stop } of [destination, other.destination]) stop()
  })

  it('a vendor’s script is reset before it is given a user whom another tab has identified after the script was loaded', () => {
    const other = setUp()
    other.host.identity.set(person('otto'))
    const { host, calls, destination } = setUp({ platform: other.platform, cookie: { user: 'ida' } })
    host.identity.set(person('otto'))
    expect(calls).toEqual(['reset', 'identify otto'])
    for (const { stop } of [destination, other.destination]) stop()
  })

  describe('that reports its user, where storage is full,', () => {
    function openPage(cookie: { user?: string }) {
      const disk = fakeDisk()
      disk.condition = 'refuses'
      return setUp({ platform: fakePlatform(undefined, disk), cookie })
    }

    it('a vendor’s script that reports its user, where storage is full, is reset by the next page of an anonymous user before the first event', async () => {
      const cookie = {}
      const before = openPage(cookie)
      before.host.identity.set(person('ida'))
      before.destination.stop()

      const { host, destination, calls } = openPage(cookie)
      host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-2' })
      await destination.deliver([event('1')], OPTIONS)
      expect(calls).toEqual(['reset', '1'])
      destination.stop()
    })

    it('a vendor’s script that reports its user, where storage is full, is reset by the next page of another user, and not by a page of the same user', () => {
      const cookie = {}
      const before = openPage(cookie)
      before.host.identity.set(person('ida'))
      before.destination.stop()

      const same = openPage(cookie)
      same.host.identity.set(person('ida'))
      expect(same.calls).toEqual(['identify ida'])
      same.destination.stop()

      const other = openPage(cookie)
      other.host.identity.set(person('otto'))
      expect(other.calls).toEqual(['reset', 'identify otto'])
      other.destination.stop()
    })

    it('a vendor’s script that reports its user, where storage is full, is given the current user again when another tab has given it another user', async () => {
      const cookie = {}
      const { host, calls, destination } = openPage(cookie)
      host.identity.set(person('ida'))
      const other = openPage(cookie)
      other.host.identity.set(person('otto'))
      await destination.deliver([event('1', 'ida')], OPTIONS)
      expect(calls).toEqual(['identify ida', 'reset', 'identify ida', '1'])
      for (const { stop } of [destination, other.destination]) stop()
    })

    it('a vendor’s script that reports its user, where storage is full, is given the current user again when another tab has reset it', async () => {
      const cookie = {}
      const other = openPage(cookie)
      other.host.identity.set(person('otto'))
      other.host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e-2' })
      const { host, calls, destination } = openPage(cookie)
      host.identity.set(person('ida'))
      await other.platform.clock.advance(1_000)
      await destination.deliver([event('1', 'ida')], OPTIONS)
      expect(other.calls).toEqual(['identify otto', 'reset'])
      expect(calls).toEqual(['reset', 'identify ida', 'reset', 'identify ida', '1'])
      for (const { stop } of [destination, other.destination]) stop()
    })
  })

  it('a vendor’s script gets no event of a user other than its own, and such events are reported as misattributed', async () => {
    const { host, destination, calls } = setUp()
    host.identity.set(person('otto'))
    const [ofIda, ofOtto, ofAnonymous] = [event('of ida', 'ida'), event('of otto', 'otto'), event('of anonymous')]
    const result = await destination.deliver([ofIda, ofOtto, ofAnonymous], OPTIONS)
    expect(calls).toEqual(['identify otto', 'of otto'])
    expect(result).toEqual(
      split([ofIda, misattributed(ofIda)], [ofOtto, delivered], [ofAnonymous, misattributed(ofAnonymous)]),
    )
    destination.stop()
  })

  it('a vendor’s script distinguishes an impersonated user from the same user without an impersonator', async () => {
    const { host, destination, calls } = setUp()
    host.identity.set(person('ida', 'sam'))
    const [own, mimicked] = [event('own', 'ida'), event('mimicked', 'ida', 'sam')]
    const result = await destination.deliver([own, mimicked], OPTIONS)
    expect(calls).toEqual(['identify ida', 'mimicked'])
    expect(result).toEqual(split([own, misattributed(own)], [mimicked, delivered]))
    destination.stop()
  })

  it('a vendor’s script is given no user during an impersonation that it is configured to suppress', () => {
    const { host, destination, calls } = setUp({ impersonation: 'suppress' })
    host.identity.set(person('ida', 'sam'))
    expect(calls).toEqual([])
    expect(destination.accepts?.(event('mimicked', 'ida', 'sam'))).toBe(false)
    expect(destination.accepts?.(event('own', 'ida'))).toBe(true)
    destination.stop()
  })

  it('a vendor’s script that throws for an event refuses it, and gets the events after it', async () => {
    const { host, destination, calls } = setUp()
    host.identity.set(person('ida'))
    const [bad, good] = [event('breaks', 'ida'), event('2', 'ida')]
    expect(await destination.deliver([bad, good], OPTIONS)).toEqual(
      split([bad, { outcome: 'refused', reason: 'Error: out of order' }], [good, delivered]),
    )
    expect(calls).toEqual(['identify ida', 'breaks', '2'])
    destination.stop()
  })

  it('a vendor’s script that is not ready after ten seconds is reported once, and is in the diagnostics until it is ready', async () => {
    const { platform, host, destination, problems, script } = setUp({ isLoaded: false })
    host.identity.set(person('ida'))
    void destination.whenReady?.(OPTIONS.signal)
    await platform.clock.advance(9_000)
    expect([problems, host.diagnostics.get().notReady]).toEqual([[], []])
    await platform.clock.advance(60_000)
    expect(new Set(problems)).toEqual(
      new Set([
        'its script is not ready, so its events wait: add it to the page, and check that nothing blocks it. (T78)',
      ]),
    )
    expect(host.diagnostics.get().notReady).toEqual(['vendor'])
    script.isLoaded = true
    await platform.clock.advance(5_000)
    expect(host.diagnostics.get().notReady).toEqual([])
    destination.stop()
  })

  it('a vendor’s script is not reported as missing while only the current user is unknown', async () => {
    const { platform, host, destination, problems } = setUp()
    void destination.whenReady?.(OPTIONS.signal)
    await platform.clock.advance(60_000)
    expect([problems, host.diagnostics.get().notReady]).toEqual([[], []])
    destination.stop()
  })

  it('a vendor’s script is not called after a stop', () => {
    const { host, destination, calls } = setUp()
    destination.stop()
    host.identity.set(person('ida'))
    expect(calls).toEqual([])
  })
})

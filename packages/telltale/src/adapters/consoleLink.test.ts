import { describe, expect, it } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Progress } from '../core/model/diagnostics.ts'
import { fakeObservedLayer } from '../testing/fakeObservedLayer.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeServer } from '../testing/fakeTransport.ts'
import { createConsoleLink } from './consoleLink.ts'

const ida: Identity = {
  status: 'known',
  epoch: 'e',
  tokenDigest: 'digest',
  person: { unique_identity: 'ida', email_address: 'ida@example.com' },
  name: 'Ida Berg',
  displayIdentity: 'Ida Berg',
}

function setUp(server?: FakeServer, isInBackground = false) {
  const platform = fakePlatform(server)
  platform.url = 'https://app.test/quotes/7?token=secret#total'
  const { layer, ...observed } = fakeObservedLayer({ destinations: ['heap'] })
  const start = (url: string) =>
    createConsoleLink(
      { url },
      () => platform,
      () => isInBackground,
    ).start(layer)
  const stop = start('http://127.0.0.1:4801')
  const posts = () => platform.transport.requests.map(({ body }) => JSON.parse(body ?? ''))
  const steps = () => posts().map((post) => post.steps.map(({ id, step }: Progress) => `${id} ${step}`))
  const happen = (id: string) => observed.publish('progress', { id, step: 'happened', at: platform.clock.now() })
  return { ...observed, layer, platform, start, stop, posts, steps, happen }
}

const COMPLETE = {
  id: '1',
  name: 'Quote sent',
  at: 1,
  url: '',
  properties: { total: 3 },
  identity: { id: 'ida' },
  epoch: 'e',
  page: 'p',
  n: 1,
}

describe('the link to the console', () => {
  it.each([undefined, '', 4801])('with the URL %j, an error says what to set', (url) => {
    expect(() => createConsoleLink({ url } as never, fakePlatform)).toThrow(
      'Telltale cannot start. Set url of consoleLink({ url }) to the address of the local services. (T146)',
    )
  })

  it('the URL of the console may end with a slash', () => {
    const { platform, start } = setUp()
    start('http://127.0.0.1:4801/')
    expect(platform.transport.requests.map(({ url }) => url)).toEqual(
      Array(2).fill('http://127.0.0.1:4801/console/life'),
    )
  })

  it('at the start the link sends the page, the app, its destinations and the user, and nothing that a console does not need', async () => {
    const { platform, current, confirmed, status, stop, posts } = setUp()
    current.set(ida)
    confirmed.set(ida)
    status.set('live')
    await platform.clock.advance(250)
    const [{ tab, ...first }, second] = posts()
    expect(platform.transport.requests[0]).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:4801/console/life',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(tab).toMatch(/^[0-9a-f-]{36}$/)
    const here = { page: 'https://app.test/quotes/7', app: 'Desk', destinations: ['heap'], browser: tab }
    const now = platform.clock.now()
    expect(first).toEqual({
      ...here,
      now: now - 250,
      identity: null,
      noUser: 'resolving',
      flags: 'initialising',
      steps: [],
    })
    expect(second).toEqual({ tab, ...here, now, identity: 'ida', flags: 'live', steps: [] })
    stop()
  })

  it('the tabs of a browser say that they are of one, unless nothing can be kept', () => {
    const { platform, start, posts } = setUp()
    start('http://127.0.0.1:4801')
    const [one, other] = posts()
    expect(other).toMatchObject({ browser: one.tab })
    expect(other.tab).not.toBe(one.tab)
    platform.storage.set = () => false
    platform.storage.remove('console')
    start('http://127.0.0.1:4801')
    expect(posts().at(-1)).not.toHaveProperty('browser')
  })

  it('a report names the flags that show another value, and looks at all flags after a change only', async () => {
    const { platform, layer, status, posts } = setUp()
    const overridden = { value: { text: 'x'.repeat(500) }, version: 0, reason: { kind: 'OVERRIDE' } }
    const flags = { 'new-pricing': overridden, other: { value: true, version: 3, reason: { kind: 'FALLTHROUGH' } } }
    const values = { 'new-pricing': overridden.value, other: true }
    let looks = 0
    Object.assign(layer.flags, {
      allFlags: () => values,
      getFlag: (key: keyof typeof flags) => ((looks += 1), flags[key]),
    })
    for (const next of ['cached', 'live'] as const) {
      status.set(next)
      await platform.clock.advance(250)
    }
    const shown = { key: 'new-pricing', value: JSON.stringify(overridden.value).slice(0, 200) }
    expect(
      posts()
        .slice(1)
        .map((post) => post.overridden),
    ).toEqual([[shown], [shown]])
    expect(looks).toBe(2)
  })

  it.each([
    [
      { status: 'resolving', epoch: 'e' },
      { identity: null, noUser: 'resolving' },
    ],
    [
      { status: 'unknown', reason: 'signed-out', epoch: 'e' },
      { identity: null, noUser: 'signed-out' },
    ],
    [
      { status: 'unknown', reason: 'refused', epoch: 'e' },
      { identity: null, noUser: 'refused' },
    ],
    [
      { status: 'unknown', reason: 'failed', epoch: 'e' },
      { identity: null, noUser: 'failed' },
    ],
    [ida, { identity: 'ida' }],
  ] as const)('a page whose identity is %j reports %j', async (identity, reported) => {
    const { platform, current, stop, posts } = setUp()
    current.set(identity)
    await platform.clock.advance(250)
    const { identity: id, noUser } = posts()[1]
    expect({ identity: id, noUser }).toEqual({ noUser: undefined, ...reported })
    stop()
  })

  it('steps are sent together, at most four times a second', async () => {
    const { platform, stop, steps, happen } = setUp()
    for (let count = 0; count < 20; count += 1) {
      happen(`${count}`)
      await platform.clock.advance(50)
    }
    expect(steps()).toHaveLength(5)
    expect(steps().flat()).toEqual(Array.from({ length: 20 }, (_, count) => `${count} happened`))
    stop()
  })

  it('what a complete event has is sent with its step, and steps of others stay as they are', async () => {
    const { platform, publish, stop, posts } = setUp()
    const event = COMPLETE
    const step = { id: '1', step: 'completed', at: 1, destinations: ['heap'] } as const
    publish('progress', step)
    publish('event', event)
    publish('progress', { id: '2', step: 'happened', at: 1, name: 'n' })
    publish('event', event)
    await platform.clock.advance(1_000)
    expect(posts().flatMap(({ steps }) => steps)).toEqual([
      { ...step, event },
      { id: '2', step: 'happened', at: 1, name: 'n' },
    ])
    expect(step).not.toHaveProperty('event')
    stop()
  })

  it('events are whole in the first steps of a report only, and not in that of a page that may be gone', async () => {
    const { platform, publish, stop, posts } = setUp()
    const complete = (id: string) => {
      publish('progress', { id, step: 'completed', at: 1 })
      publish('event', { ...COMPLETE, id })
    }
    for (let count = 0; count < 600; count += 1) complete(`${count}`)
    await platform.clock.advance(1_000)
    const whole = (post: { steps: readonly object[] }) => post.steps.filter((step) => 'event' in step).length
    expect(posts().map(({ steps }) => steps.length)).toContain(600)
    expect(Math.max(...posts().map(whole))).toBe(100)
    complete('last')
    platform.mayExit()
    expect(posts().at(-1)).toMatchObject({ leaving: true, steps: [{ id: 'last' }] })
    expect(whole(posts().at(-1))).toBe(0)
    stop()
  })

  it('a problem of the page is sent with its code, since when it lasts, and how often it came, until its destination takes an event', async () => {
    const { platform, publish, stop, posts } = setUp()
    const start = platform.clock.now()
    const silent = (count: number) => `no answer for 30 s. Events that wait: ${count} (T67)`
    const report = (message: string, where = 'heap') => publish('problem', { where, message, isError: true })
    publish('problem', { where: 'track', message: 'a warning (T61)' })
    report(silent(1))
    await platform.clock.advance(60_000)
    report(silent(3))
    await platform.clock.advance(1_000)
    const warned = { where: 'track', message: 'a warning (T61)', isError: false, since: start, at: start, times: 1 }
    const at = start + 60_000
    const failed = { where: 'heap', message: silent(3), isError: true, since: start, at, times: 2 }
    expect(posts().at(-1).problems).toEqual([warned, failed])
    publish('progress', { id: '1', step: 'acknowledged', at: at + 1_000, destination: 'heap' })
    await platform.clock.advance(1_000)
    expect(posts().at(-1).problems).toEqual([warned, { ...failed, endedAt: at + 1_000 }])
    report(silent(1))
    await platform.clock.advance(1_000)
    expect(posts().at(-1).problems[1]).toEqual({ ...failed, message: silent(1), at: at + 2_000, times: 3 })
    stop()
  })

  it('the link says of a script in the page that it confirms nothing', async () => {
    const { platform, publish, stop, posts } = setUp()
    const step = { id: '1', step: 'acknowledged', at: 5, destination: 'segment', isUnconfirmed: true } as const
    publish('progress', step)
    await platform.clock.advance(1_000)
    const told = posts().find(({ steps }) => steps.length > 0)
    expect(told.steps).toEqual([step])
    expect(told.deliveries).toMatchObject([{ name: 'segment', outcome: 'delivered', isUnconfirmed: true }])
    stop()
  })

  it('a failure of who-am-i is a problem until there is an answer', async () => {
    const { platform, failure, posts, stop } = setUp()
    failure.set('who-am-i answered with status 500 (T49)')
    failure.set('who-am-i answered with status 503 (T49)')
    await platform.clock.advance(1_000)
    const problem = { where: 'identity', message: 'who-am-i answered with status 503 (T49)', isError: true, times: 2 }
    expect(posts().at(-1).problems).toMatchObject([problem])
    expect(posts().at(-1).problems[0]).not.toHaveProperty('endedAt')
    failure.set(undefined)
    const endedAt = platform.clock.now()
    await platform.clock.advance(1_000)
    expect(posts().at(-1).problems).toMatchObject([{ ...problem, endedAt }])
    stop()
  })

  it('a problem that ends is sent with its end', async () => {
    const { platform, publish, posts, stop } = setUp()
    const ending = new AbortController()
    const since = platform.clock.now()
    publish('problem', { where: 'flags', message: 'no answer (T184)', isError: true, until: ending.signal })
    await platform.clock.advance(1_000)
    expect(posts().at(-1).problems).toEqual([
      { where: 'flags', message: 'no answer (T184)', isError: true, since, at: since, times: 1 },
    ])
    ending.abort()
    await platform.clock.advance(1_000)
    expect(posts().at(-1).problems).toMatchObject([{ message: 'no answer (T184)', endedAt: since + 1_000 }])
    stop()
  })

  it('the link to the console says that the user is only remembered until who-am-i has answered', async () => {
    const { platform, current, confirmed, posts, stop } = setUp()
    current.set(ida)
    await platform.clock.advance(1_000)
    expect(posts().at(-1)).toMatchObject({ identity: 'ida', isRemembered: true })
    confirmed.set(ida)
    await platform.clock.advance(1_000)
    expect(posts().at(-1)).not.toHaveProperty('isRemembered')
    stop()
  })

  it('a page has at most 50 problems, and the end of a long message is kept, where its code is', async () => {
    const { platform, publish, stop, posts } = setUp()
    const message = `${'x'.repeat(1_000)} (T66)`
    for (let count = 0; count < 60; count += 1) publish('problem', { where: `${count}`, message })
    await platform.clock.advance(1_000)
    const { problems } = posts().at(-1)
    expect(problems).toHaveLength(50)
    expect(problems[0].message).toMatch(/^x{494} \(T66\)$/)
    stop()
  })

  it('a page reports every few seconds while it is shown, and seldom in the background, where a browser slows its timers', async () => {
    const { platform, stop, posts } = setUp()
    const reportsIn = async (ms: number) => {
      const before = posts().length
      await platform.clock.advance(ms)
      return posts().slice(before)
    }
    expect((await reportsIn(60_000)).length).toBeGreaterThan(18)
    platform.mayExit()
    const hidden = await reportsIn(60_000)
    expect(hidden.length).toBeLessThan(6)
    expect(hidden.map(({ isHidden }) => isHidden)).toEqual(hidden.map(() => true))
    platform.comeBack()
    const shown = await reportsIn(60_000)
    expect(shown.length).toBeGreaterThan(18)
    expect(shown.some((post) => 'isHidden' in post)).toBe(false)
    stop()
  })

  it('a page that was opened in the background says so until it is shown', async () => {
    const { platform, stop, posts } = setUp(undefined, true)
    await platform.clock.advance(60_000)
    expect(posts().length).toBeLessThan(6)
    expect(posts().every(({ isHidden }) => isHidden)).toBe(true)
    platform.comeBack()
    await platform.clock.advance(1_000)
    expect(posts().at(-1)).not.toHaveProperty('isHidden')
    stop()
  })

  it('the last steps are sent when the page may be about to end', async () => {
    const { platform, stop, happen } = setUp()
    happen('1')
    platform.mayExit()
    platform.mayExit()
    const kept = platform.transport.requests.filter(({ keepalive }) => keepalive)
    expect(kept.map(({ body }) => JSON.parse(body ?? '').steps.length)).toEqual([1])
    stop()
  })

  it('steps that happen after the page has said that it may end are sent when it says so again', async () => {
    const { platform, stop, steps, happen } = setUp()
    platform.mayExit()
    happen('1')
    platform.mayExit()
    expect(steps()).toEqual([[], [], ['1 happened']])
    stop()
  })

  it('a page that may be gone and stays open reports its presence a moment later', async () => {
    const { platform, stop, posts } = setUp()
    await platform.clock.advance(1_000)
    platform.mayExit()
    platform.mayExit()
    expect(posts().map(({ leaving }) => leaving)).toEqual([undefined, true])
    await platform.clock.advance(250)
    expect(posts().map(({ leaving }) => leaving)).toEqual([undefined, true, undefined])
    stop()
  })

  it('the link is silent when no console is running, and its memory is bounded', async () => {
    const { platform, stop, steps, happen } = setUp(() => 'network')
    for (let count = 0; count < 6_000; count += 1) happen(`${count}`)
    await platform.clock.advance(1_000)
    expect(steps()[1]).toHaveLength(5_000)
    expect(platform.logged).toEqual([])
    stop()
  })

  it('while no console answers, the link tries less and less often, and it catches up when one answers again', async () => {
    let isUp = false
    const { platform, stop, posts, happen } = setUp(() => (isUp ? { status: 204 } : 'network'))
    const requestsInAMinute = async () => {
      const before = posts().length
      for (let second = 0; second < 60; second += 1) {
        happen(`${second}`)
        await platform.clock.advance(1_000)
      }
      return posts().length - before
    }
    expect(await requestsInAMinute()).toBeLessThan(8)
    expect(await requestsInAMinute()).toBeLessThan(5)
    isUp = true
    await requestsInAMinute()
    expect(await requestsInAMinute()).toBeGreaterThan(50)
    stop()
  })

  it('the link does nothing after stop', async () => {
    const { platform, stop, happen, posts } = setUp()
    happen('1')
    stop()
    await platform.settle()
    happen('2')
    expect(platform.clock.pending).toBe(0)
    expect(posts()).toHaveLength(1)
  })
})

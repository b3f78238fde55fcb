import { describe, expect, it } from 'vitest'
import type { Topics } from '../core/host.ts'
import { createBus } from '../core/lib/listeners.ts'
import { createHttp } from '../core/http/http.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { promiseClasses } from '../testing/promiseClasses.suite.ts'
import type { FakeServer } from '../testing/fakeTransport.ts'
import { askAgain } from './askAgain.ts'
import { createIdentity, type IdentityPart } from './createIdentity.ts'
import { whoAmISource } from './whoAmISource.ts'

// Libraries such as Auth0, MSAL, Cognito and Firebase know the token later, and some of them answer with a promise.

const IDA = 'ida'.padEnd(36, '~')
const BOB = 'bob'.padEnd(36, '~')
const JWT = 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'

/** Who-am-i knows the user whose name is in the token. */
const whoAmI: FakeServer = ({ headers }) => ({
  status: 200,
  body: { unique_identity: /Bearer (\w+)/.exec(headers?.['Authorization'] ?? '')?.[1] },
})

function setUp(token: () => unknown, { idToken, server = whoAmI, disk = fakeDisk() }: Options = {}) {
  const platform = fakePlatform(server, disk)
  const reported: string[] = []
  const source = {
    url: 'https://api.test/who-am-i',
    appPlatform: 'web',
    token: token as () => string,
    ...(idToken && { idToken: idToken as () => string }),
  }
  const identity = createIdentity(platform, whoAmISource(source, { http: createHttp(platform), report: () => {} }))
  const bus = createBus<Topics>()
  bus.on('problem', ({ message }) => void reported.push(message))
  askAgain({ platform, repetition: identity.repetition, bus })
  return { platform, identity, reported, who: () => whoIs(identity.current.get()) }
}

interface Options {
  idToken?: (() => unknown) | undefined
  server?: FakeServer
  disk?: ReturnType<typeof fakeDisk>
}

const whoIs = (identity: Identity) => (identity.status === 'known' ? identity.person.unique_identity : identity.status)
const ownerOf = (identity: IdentityPart, id: string) => identity.questions.all.find((one) => one.id === id)?.owner

/** A promise that the test settles. */
function later() {
  let resolve = (_: unknown) => {}
  let reject = (_: Error) => {}
  const promise = new Promise<unknown>((...settle) => ([resolve, reject] = settle))
  return { promise, resolve, reject }
}

describe('a token', () => {
  it.each<[string, unknown, string]>([
    ['a text', IDA, 'ida'],
    ['null', null, 'unknown'],
    ['an empty text', '', 'unknown'],
    ['undefined', undefined, 'resolving'],
  ])('%s means the same as a value, in a promise of any class', async (_title, value, expected) => {
    for (const given of [value, ...promiseClasses.map(([, create]) => create(async () => value))]) {
      const { platform, who } = setUp(() => given)
      void setUp(() => given).identity.refresh()
      const page = setUp(() => given)
      void page.identity.refresh()
      await page.platform.settle()
      expect(page.who()).toBe(expected)
      expect(page.platform.transport.requests).toHaveLength(expected === 'ida' ? 1 : 0)
      expect([page.platform.logged, page.reported]).toEqual([[], []])
      page.identity.stop()
      await page.platform.settle()
      expect(page.platform.clock.pending).toBe(0)
      expect([platform.logged, who()]).toEqual([[], 'resolving'])
    }
  })

  it.each([5, true, {}, [IDA], Symbol('ida'), 5n, () => IDA])(
    'a token that is neither a text nor null nor undefined is reported, as a value and in a promise: %s',
    async (value) => {
      for (const token of [() => value, async () => value]) {
        const { platform, identity, who } = setUp(token)
        await identity.refresh()
        expect(who()).toBe('unknown')
        expect(platform.logged).toHaveLength(1)
        expect(platform.logged.join()).toContain('(T55)')
        expect(platform.transport.requests).toEqual([])
      }
    },
  )

  it.each<[string, string, (() => unknown) | undefined, string]>([
    ['of its own length needs none', IDA, undefined, 'ida'],
    ['of its own length does not wait for one', IDA, () => undefined, 'ida'],
    ['of its own length is sent with one', IDA, () => JWT, 'ida'],
    ['that is a JWT waits for one', JWT, () => undefined, 'resolving'],
    ['that is a JWT waits for the promise of one', JWT, () => new Promise(() => {}), 'resolving'],
    ['that is a JWT is sent with one', JWT, () => JWT, 'eyJhbGciOiJSUzI1NiJ9'],
    ['that is a JWT is sent with the promised one', JWT, async () => JWT, 'eyJhbGciOiJSUzI1NiJ9'],
    ['that is a JWT is of no use without one', JWT, () => null, 'unknown'],
    ['that is a JWT is of no use without the function', JWT, undefined, 'unknown'],
  ])('identity token: a token %s', async (_title, token, idToken, expected) => {
    for (const given of [() => token, async () => token]) {
      const { platform, identity, who } = setUp(given, { idToken })
      void identity.refresh()
      await platform.settle()
      expect(who()).toBe(expected)
      const [request] = platform.transport.requests
      if (idToken?.() === JWT) expect(request?.headers).toMatchObject({ IdToken: JWT })
      expect(platform.transport.requests).toHaveLength(/resolving|unknown/.test(expected) ? 0 : 1)
      identity.stop()
    }
  })

  it('a token that is a text is sent in the task of the call', () => {
    const { platform, identity } = setUp(() => IDA)
    void identity.refresh()
    expect(platform.transport.requests).toHaveLength(1)
  })

  it.each(['undefined', 'a promise of undefined'])(
    'a token that is not known yet (%s) is asked for once a second, reported after ten seconds, and used',
    async (how) => {
      const session: { token?: string } = {}
      const { platform, identity, reported, who } = setUp(() =>
        how === 'undefined' ? session.token : Promise.resolve(session.token),
      )
      void identity.refresh()
      await platform.clock.advance(9_999)
      expect([who(), reported]).toEqual(['resolving', []])
      await platform.clock.advance(50_000)
      expect(reported).toEqual([expect.stringContaining('(T56)')])
      session.token = IDA
      await platform.clock.advance(1_000)
      expect(who()).toBe('ida')
      expect(platform.transport.requests).toHaveLength(1)
      expect(platform.clock.pending).toBe(0)
    },
  )

  it('a token that is never promised is reported after ten seconds, and `refresh()` asks again', async () => {
    let token: Promise<string> = new Promise(() => {})
    const { platform, identity, reported, who } = setUp(() => token)
    void identity.refresh()
    await platform.clock.advance(60_000)
    expect([who(), reported]).toEqual(['resolving', [expect.stringContaining('(T56)')]])
    token = Promise.resolve(IDA)
    await identity.refresh()
    expect(who()).toBe('ida')
  })

  it('a token that becomes known is used at once after `refresh()`, with one request', async () => {
    const session: { token?: string } = {}
    const { platform, identity, who } = setUp(() => session.token)
    void identity.refresh()
    await platform.clock.advance(300)
    session.token = IDA
    void identity.refresh()
    void identity.refresh()
    await platform.settle()
    expect(who()).toBe('ida')
    await platform.clock.advance(10_000)
    // The second call begins another question, because the first one was under way.
    expect(platform.transport.requests.length).toBeLessThanOrEqual(2)
  })
})

describe('events wait for the token', () => {
  it('what was asked before the token was known belongs to the user of the token', async () => {
    const session: { token?: string } = {}
    const { platform, identity } = setUp(() => session.token)
    void identity.refresh()
    const { id } = identity.questions.now()
    await platform.clock.advance(5_000)
    session.token = IDA
    void identity.refresh()
    await platform.settle()
    expect(ownerOf(identity, id)).toEqual({ id: 'ida' })
  })

  it("a promise that resolves after the next user's speaks for its own time, and does not change the screen or what is remembered", async () => {
    const disk = fakeDisk()
    const ofBob = later()
    let token: unknown = ofBob.promise
    const { platform, identity, who } = setUp(() => token, { disk })
    void identity.refresh()
    const { id } = identity.questions.now()
    identity.questions.expect(identity.questions.now())
    token = IDA
    await identity.refresh()
    expect(who()).toBe('ida')
    expect(ownerOf(identity, id)).toBeUndefined()
    ofBob.resolve(BOB)
    await platform.settle()
    expect([who(), ownerOf(identity, id)]).toEqual(['ida', { id: 'bob' }])
    const next = setUp(() => IDA, { disk, server: () => new Promise(() => {}) })
    void next.identity.refresh()
    expect(next.who()).toBe('ida')
  })

  it.each([null, undefined])(
    'a promise of %s that is out of date does not sign out who is signed in',
    async (value) => {
      const disk = fakeDisk()
      const first = later()
      let token: unknown = first.promise
      const { platform, identity, who } = setUp(() => token, { disk })
      void identity.refresh()
      identity.questions.expect(identity.questions.now())
      token = IDA
      await identity.refresh()
      first.resolve(value)
      await platform.settle()
      expect(who()).toBe('ida')
      expect(disk.storage.get('identity')).toContain('ida')
    },
  )

  it('the user stays on the screen, in the same epoch, while the token of `refresh()` is promised', async () => {
    const again = later()
    const tokens: unknown[] = [Promise.resolve(IDA), again.promise]
    const { platform, identity, who } = setUp(() => tokens.shift())
    await identity.refresh()
    const { epoch } = identity.current.get()
    void identity.refresh()
    await platform.settle()
    expect([who(), identity.current.get().epoch]).toEqual(['ida', epoch])
    // Impersonation may have begun: events wait.
    expect(identity.questions.now().owner).toBeUndefined()
    again.resolve(IDA)
    await platform.settle()
    expect([who(), identity.current.get().epoch, identity.questions.now().owner]).toEqual(['ida', epoch, { id: 'ida' }])
  })

  it('nobody is signed in again after a logout, whatever is promised', async () => {
    const first = later()
    const { platform, identity, who } = setUp(() => first.promise)
    void identity.refresh()
    identity.reset()
    first.resolve(IDA)
    await platform.settle()
    expect([who(), platform.transport.requests]).toEqual(['unknown', []])
  })

  it('nothing is requested after a stop', async () => {
    const first = later()
    const { platform, identity } = setUp(() => first.promise)
    void identity.refresh()
    identity.stop()
    first.resolve(IDA)
    await platform.settle()
    expect([platform.transport.requests, platform.clock.pending]).toEqual([[], 0])
  })
})

describe('a promise of a token that rejects', () => {
  const rejects = async () => {
    throw new Error(`the session of ${IDA} has ended`)
  }

  it('a promise of a token that rejects counts as a failed request: the token is asked for again, the text is not logged, and events wait for a minute', async () => {
    let token: () => Promise<unknown> = rejects
    const { platform, identity, who } = setUp(() => token())
    await identity.refresh()
    const { id } = identity.questions.now()
    expect([who(), ownerOf(identity, id)]).toEqual(['resolving', undefined])
    expect(platform.logged).toEqual([
      'useHeaperIdentity() error: who-am-i is asked again: auth.token or auth.idToken has failed (T54)',
    ])
    await platform.clock.advance(15_000)
    expect(who()).toBe('unknown')
    token = async () => IDA
    await platform.clock.advance(30_000)
    expect([who(), ownerOf(identity, id)]).toEqual(['ida', { id: 'ida' }])
    expect(platform.logged.join()).not.toContain(IDA)
    expect(platform.clock.pending).toBe(0)
  })

  it('a promise of a token that rejects does not end the view of a user who is shown', async () => {
    let token: () => Promise<unknown> = async () => IDA
    const { platform, identity, who } = setUp(() => token())
    await identity.refresh()
    token = rejects
    await identity.refresh()
    await platform.clock.advance(30_000)
    expect(who()).toBe('ida')
    token = async () => IDA
    await platform.clock.advance(30_000)
    expect([who(), identity.questions.now().owner]).toEqual(['ida', { id: 'ida' }])
  })

  it('while who-am-i fails, is another failure of the same question', async () => {
    let isUp = false
    let token: () => Promise<unknown> = async () => IDA
    const { platform, identity, who } = setUp(() => token(), {
      server: (request) => (isUp ? whoAmI(request) : { status: 503 }),
    })
    await identity.refresh()
    const { id } = identity.questions.now()
    token = rejects
    await platform.clock.advance(10_000)
    token = async () => IDA
    isUp = true
    await platform.clock.advance(30_000)
    expect([who(), ownerOf(identity, id)]).toEqual(['ida', { id: 'ida' }])
  })

  it.each<[string, (() => unknown) | undefined, (() => unknown) | undefined]>([
    ['token', rejects, undefined],
    ['idToken', () => JWT, rejects],
    ['token, beside an idToken that throws', rejects, () => JSON.parse('{')],
    ['idToken, with a promised token', async () => JWT, rejects],
    ['idToken throws, with a promised token', async () => JWT, () => JSON.parse('{')],
  ])('a promise of a token that rejects leaves no rejection unhandled: %s', async (_title, token, idToken) => {
    const { platform, identity } = setUp(token ?? (() => null), { idToken })
    await identity.refresh()
    await new Promise((resolve) => setTimeout(resolve))
    expect(platform.logged).toHaveLength(1)
    expect(platform.logged.join()).toContain('(T54)')
    expect(platform.logged.join()).not.toContain(IDA)
    identity.stop()
  })
})

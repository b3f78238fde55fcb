import { describe, expect, it } from 'vitest'
import type { Topics } from '../core/host.ts'
import { createBus } from '../core/lib/listeners.ts'
import { createHttp } from '../core/http/http.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeDisk, type FakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeServer } from '../testing/fakeTransport.ts'
import { askAgain } from './askAgain.ts'
import { createIdentity, type IdentityPart } from './createIdentity.ts'
import { whoAmISource } from './whoAmISource.ts'

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const OTHER_TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

function setUp(server: FakeServer, disk: FakeDisk = fakeDisk(), project = 'p-1') {
  const platform = fakePlatform(server, disk)
  const session = { token: TOKEN as string | null }
  const identity = createIdentity(
    platform,
    whoAmISource(
      { url: `https://api.test/project/${project}/who-am-i`, appPlatform: 'web', token: () => session.token },
      { http: createHttp(platform), report: () => {} },
    ),
  )
  const bus = createBus<Topics>()
  // As the layer writes it.
  bus.on('problem', ({ where, message }) => platform.log.error(`Telltale (${where}): ${message}`))
  askAgain({ platform, repetition: identity.repetition, bus })
  return { platform, session, identity }
}

const person = (id: string) => ({ status: 200, body: { unique_identity: id } })

const NOT_AN_IDENTITY = 'invalid who-am-i response: a JSON object with a unique_identity is expected (T52)'

/** The answer of a proxy whose session has expired. */
const SIGN_IN = { status: 302, headers: { Location: 'https://sign-in.test/' } }

/** The outcome in each case. */
const FAILED = 'useHeaperIdentity() error: the user is unknown:'
const AGAIN = 'useHeaperIdentity() error: who-am-i is asked again:'

describe('identity', () => {
  it('the identity is resolving until who-am-i answers', async () => {
    const { platform, identity } = setUp(() => person('ida'))
    const { epoch } = identity.current.get()
    const asked = identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'resolving', epoch })
    await asked
    expect(identity.current.get()).toMatchObject({ status: 'known', epoch, person: { unique_identity: 'ida' } })
    expect(platform.transport.requests).toMatchObject([
      {
        url: 'https://api.test/project/p-1/who-am-i',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Authorization-App-Platform': 'web' },
        noStore: true,
      },
    ])
    expect(platform.transport.requests[0]).not.toHaveProperty('body')
  })

  it.each<[string, FakeServer, string, 'refused' | 'failed']>([
    [
      'refuses',
      () => ({ status: 401 }),
      'who-am-i answered with status 401: sign in again, or check auth.token (T139)',
      'refused',
    ],
    [
      'has no such page',
      () => ({ status: 404 }),
      'who-am-i answered with status 404: check api and projects (T139)',
      'refused',
    ],
  ])(
    'the identity is unknown, with an error in the console, when who-am-i %s the token',
    async (_title, server, message, reason) => {
      const { platform, identity } = setUp(server)
      await identity.refresh()
      expect(identity.current.get()).toMatchObject({ status: 'unknown', reason })
      expect(platform.logged).toEqual([`${FAILED} ${message}`])
    },
  )

  it.each<[string, FakeServer, string]>([
    ['is broken', () => ({ status: 503 }), 'who-am-i answered with status 503 (T49)'],
    [
      'does not accept the method',
      () => ({ status: 405 }),
      'who-am-i answered with status 405: check api and projects (T139)',
    ],
    ['cannot be reached', () => 'network', 'no answer came from who-am-i (T51)'],
    ['redirects', () => SIGN_IN, 'who-am-i redirects, probably to a sign-in page (T50)'],
    ['answers with a page', () => ({ status: 200, body: '<html>' }), NOT_AN_IDENTITY],
  ])(
    'who-am-i is asked again when it %s, and the identity is unknown after at least 5 s of failures',
    async (_title, server, message) => {
      let answer: FakeServer = server
      const { platform, identity } = setUp((request) => answer(request))
      await identity.refresh()
      expect(identity.current.get().status).toBe('resolving')
      expect(platform.logged).toEqual([`${AGAIN} ${message}`])
      await platform.clock.advance(4_999)
      expect(identity.current.get().status).toBe('resolving')
      await platform.clock.advance(10_000)
      expect(identity.current.get()).toMatchObject({ status: 'unknown', reason: 'failed' })
      // Events and vendors have a minute.
      expect(identity.confirmed.get().status).toBe('resolving')
      await platform.clock.advance(90_000)
      expect(identity.confirmed.get()).toMatchObject({ status: 'unknown', reason: 'failed' })
      expect(platform.logged).toEqual([`${AGAIN} ${message}`, `${FAILED} ${message}`])
      answer = () => person('ida')
      await platform.clock.advance(30_000)
      expect(identity.confirmed.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
      expect(platform.clock.pending).toBe(0)
    },
  )

  it('a user who is shown stays for a minute while who-am-i fails, remembered or confirmed', async () => {
    const disk = fakeDisk()
    let answer: FakeServer = () => person('ida')
    const first = setUp((request) => answer(request), disk)
    await first.identity.refresh()
    answer = () => ({ status: 503 })
    const pages = [first, setUp(() => ({ status: 503 }), disk)]
    for (const { identity } of pages) await identity.refresh()
    for (const { platform } of pages) await platform.clock.advance(50_000)
    expect(pages.map(({ identity }) => idOf(identity.current.get()))).toEqual(['ida', 'ida'])
    for (const { platform } of pages) await platform.clock.advance(60_000)
    expect(pages.map(({ identity }) => identity.confirmed.get().status)).toEqual(['unknown', 'unknown'])
    expect(pages.map(({ identity }) => identity.current.get().status)).toEqual(['unknown', 'unknown'])
  })

  it('only attempts while the browser is online use up the minute', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { platform, identity } = setUp(() => 'network', disk)
    platform.isOnline = false
    await identity.refresh()
    await platform.clock.advance(3_600_000)
    expect(idOf(identity.current.get())).toBe('ida')
    platform.isOnline = true
    await platform.clock.advance(120_000)
    expect(identity.current.get().status).toBe('unknown')
  })

  it('who-am-i is asked again as soon as the page is shown or the network is back, unless the server wants to be left alone', async () => {
    let answer: FakeServer = () => ({ status: 503 })
    const { platform, identity } = setUp((request) => answer(request))
    await identity.refresh()
    await platform.clock.advance(20_000)
    answer = () => ({ status: 503, headers: { 'Retry-After': '3600' } })
    platform.comeBack()
    await platform.settle()
    const asked = platform.transport.requests.length
    answer = () => person('ida')
    platform.comeBack()
    await platform.settle()
    expect(platform.transport.requests).toHaveLength(asked)
    await platform.clock.advance(3_700_000)
    expect(idOf(identity.current.get())).toBe('ida')
  })

  it('the token is read again before each attempt, and another one is another question', async () => {
    let answer: FakeServer = () => ({ status: 503 })
    const { platform, session, identity } = setUp((request) => answer(request))
    await identity.refresh()
    const { id } = identity.questions.now()
    session.token = OTHER_TOKEN
    answer = () => person('otto')
    await platform.clock.advance(1_000)
    expect(platform.transport.requests.map(({ headers }) => headers?.['Authorization'])).toEqual([
      `Bearer ${TOKEN}`,
      `Bearer ${OTHER_TOKEN}`,
    ])
    expect(identity.questions.now()).toMatchObject({ owner: { id: 'otto' } })
    expect(identity.questions.now().id).not.toBe(id)
  })

  it.each([
    ['a logout', ({ identity }: ReturnType<typeof setUp>) => identity.reset()],
    ['a stop', ({ identity }: ReturnType<typeof setUp>) => identity.stop()],
    ['a refused token', undefined],
  ])('who-am-i is not asked again after %s', async (_title, end) => {
    let answer: FakeServer = () => ({ status: 503 })
    const page = setUp((request) => answer(request))
    await page.identity.refresh()
    if (!end) answer = () => ({ status: 401 })
    end?.(page)
    await page.platform.clock.advance(1_000)
    const asked = page.platform.transport.requests.length
    await page.platform.clock.advance(600_000)
    expect(page.platform.transport.requests).toHaveLength(asked)
    expect(page.platform.clock.pending).toBe(0)
  })

  it('a who-am-i that does not answer for 10 seconds is reported once, and its later answer is used', async () => {
    let answer = (_: { status: number; body: object }) => {}
    const { platform, identity } = setUp(() => new Promise((resolve) => (answer = resolve)))
    const asked = identity.refresh()
    await platform.clock.advance(9_999)
    expect(platform.logged).toEqual([])
    await platform.clock.advance(60_000)
    expect(platform.logged).toEqual(['Telltale (identity): events have waited for who-am-i for 10 s (T141)'])
    answer(person('ida'))
    await asked
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    expect(platform.clock.pending).toBe(0)
  })

  it('a JWT without an identity token sends no request, and the error contains no token', async () => {
    const { platform, session, identity } = setUp(() => person('ida'))
    session.token = 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'
    await identity.refresh()
    expect(platform.transport.requests).toEqual([])
    expect(platform.logged).toEqual([
      `${FAILED} Auth0 JWT detected without an idToken: check auth.token and auth.idToken (T53)`,
    ])
  })

  it.each(['token', 'idToken'] as const)(
    'the identity is unknown, with an error in the console, when auth.%s throws',
    async (name) => {
      const platform = fakePlatform(() => person('ida'))
      const source = {
        url: 'https://api.test/project/p-1/who-am-i',
        appPlatform: 'web',
        token: () => TOKEN as string | undefined,
        [name]: () => {
          throw new Error(`no session beside ${TOKEN}`)
        },
      }
      const identity = createIdentity(platform, whoAmISource(source, { http: createHttp(platform), report: () => {} }))
      await identity.refresh()
      expect(identity.current.get().status).toBe('unknown')
      expect(platform.logged).toEqual([`${FAILED} auth.token or auth.idToken has failed (T54)`])
      expect(platform.transport.requests).toEqual([])
    },
  )

  it.each([
    ['fields that are nested 20,000 levels deep', `"tree":${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['more than a megabyte', `"notes":"${'x'.repeat(1_000_000)}"`],
  ])('the identity is unknown, with an error in the console, when who-am-i answers with %s', async (_title, field) => {
    const { platform, identity } = setUp(() => ({ status: 200, body: `{"unique_identity":"ida",${field}}` }))
    await identity.refresh()
    expect(platform.logged).toEqual([`${AGAIN} ${NOT_AN_IDENTITY}`])
    await platform.clock.advance(20_000)
    expect(identity.current.get().status).toBe('unknown')
  })

  it('the identity is unknown, and nothing is requested or logged, while there is no token', async () => {
    const { platform, session, identity } = setUp(() => person('ida'))
    session.token = null
    await identity.refresh()
    expect(identity.current.get().status).toBe('unknown')
    session.token = TOKEN
    await identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'known' })
    const { epoch } = identity.current.get()
    session.token = null
    await identity.refresh()
    expect(identity.current.get().status).toBe('unknown')
    expect(identity.current.get().epoch).not.toBe(epoch)
    expect(platform.transport.requests).toHaveLength(1)
    expect(platform.logged).toEqual([])
  })

  it('the remembered person is removed as soon as there is no token', async () => {
    const { platform, session, identity } = setUp(() => person('ida'))
    await identity.refresh()
    expect(platform.storage.get('identity')).toContain('ida')
    session.token = null
    await identity.refresh()
    expect(platform.storage.get('identity')).toBeUndefined()
  })

  it('the identity is resolving as soon as another token is in use', async () => {
    const { session, identity } = setUp(({ headers }) =>
      person(headers?.['Authorization'] === `Bearer ${TOKEN}` ? 'ida' : 'otto'),
    )
    await identity.refresh()
    const { epoch } = identity.current.get()
    session.token = OTHER_TOKEN
    const asked = identity.refresh()
    expect(identity.current.get().status).toBe('resolving')
    await asked
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
    expect(identity.current.get().epoch).not.toBe(epoch)
  })

  it('an answer to an earlier question is ignored', async () => {
    const answers = [new Promise<ReturnType<typeof person>>(() => {}), person('otto')]
    const { session, identity } = setUp(() => answers.shift() ?? 'network')
    void identity.refresh()
    session.token = OTHER_TOKEN
    await identity.refresh()
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
  })

  it.each([401, 503])('a failure (%i) of an earlier question with another token changes nothing', async (status) => {
    const disk = fakeDisk()
    let fail = () => {}
    const answers = [new Promise<{ status: number }>((resolve) => (fail = () => resolve({ status }))), person('otto')]
    const { platform, session, identity } = setUp(() => answers.shift() ?? 'network', disk)
    void identity.refresh()
    session.token = OTHER_TOKEN
    await identity.refresh()
    fail()
    await platform.settle()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
    expect(platform.logged).toEqual([])
    const next = setUp(() => 'network', disk)
    next.session.token = OTHER_TOKEN
    void next.identity.refresh()
    expect(next.identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
  })

  it('each question aborts the earlier one with the same token, whose answer may be out of date', async () => {
    const { platform, identity } = setUp(() => new Promise(() => {}))
    for (const _ of [1, 2, 3]) {
      void identity.refresh()
      await platform.clock.advance(100)
    }
    expect(platform.transport.requests.map(({ signal }) => signal?.aborted)).toEqual([true, true, false])
  })

  it('an identity that is asked again stays confirmed, and no listener is called when the answer is the same', async () => {
    const { identity } = setUp(() => person('ida'))
    await identity.refresh()
    let changes = 0
    for (const { watch } of [identity.current, identity.confirmed]) watch(() => (changes += 1))
    await identity.refresh()
    expect(identity.confirmed.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    expect(changes).toBe(0)
  })

  it('no listener is called when a remembered answer is asked for again before who-am-i has confirmed it', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => new Promise(() => {}), disk)
    void identity.refresh()
    let changes = 0
    for (const { watch } of [identity.current, identity.confirmed]) watch(() => (changes += 1))
    void identity.refresh()
    expect(identity.confirmed.get().status).toBe('resolving')
    expect(changes).toBe(0)
  })

  it('the identity stays unknown after a reset, even if a request was under way', async () => {
    let answer = (_: ReturnType<typeof person>) => {}
    const { platform, identity } = setUp(() => new Promise((resolve) => (answer = resolve)))
    void identity.refresh()
    identity.reset()
    answer(person('ida'))
    await platform.settle()
    expect(identity.current.get().status).toBe('unknown')
  })

  it('the epoch continues when the same answer arrives again', async () => {
    const { identity } = setUp(() => person('ida'))
    await identity.refresh()
    const before = identity.current.get()
    await identity.refresh()
    expect(identity.current.get().epoch).toBe(before.epoch)
  })

  it('the identity is not read from another application of the origin, whose project may use another identity for the same person', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ironline:31'), disk, 'p-1').identity.refresh()
    const { identity } = setUp(() => person('other:77'), disk, 'p-2')
    const asked = identity.refresh()
    expect(identity.current.get().status).toBe('resolving')
    await asked
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'other:77' } })
  })

  it('the identity is known at once on the next page with the same token, and then confirmed', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => person('ida'), disk)
    const asked = identity.refresh()
    const { epoch } = identity.current.get()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    await asked
    expect(identity.current.get()).toMatchObject({ status: 'known', epoch })
  })

  it('a remembered identity contains no secrets of the last answer until who-am-i has answered again', async () => {
    const disk = fakeDisk()
    const server = () => ({ status: 200, body: { unique_identity: 'ida', user_hash: 'h-1', access_token: 'a-1' } })
    await setUp(server, disk).identity.refresh()
    const { identity } = setUp(server, disk)
    const asked = identity.refresh()
    const { epoch } = identity.current.get()
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'ida', user_hash: 'h-1' } })
    expect(identity.current.get()).not.toHaveProperty('person.access_token')
    await asked
    expect(identity.current.get()).toMatchObject({ epoch, person: { access_token: 'a-1' } })
  })

  it('a new epoch begins when the answer differs from the remembered one', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => person('otto'), disk)
    const asked = identity.refresh()
    const { epoch } = identity.current.get()
    await asked
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
    expect(identity.current.get().epoch).not.toBe(epoch)
  })

  it('the identity is not remembered for another token, nor after a reset or a refusal', async () => {
    const disk = fakeDisk()
    const first = setUp(() => person('ida'), disk)
    await first.identity.refresh()

    const other = setUp(() => 'network', disk)
    other.session.token = OTHER_TOKEN
    void other.identity.refresh()
    expect(other.identity.current.get().status).toBe('resolving')
    await other.platform.settle()

    await setUp(() => ({ status: 401 }), disk).identity.refresh()
    const afterRefusal = setUp(() => person('ida'), disk)
    const asked = afterRefusal.identity.refresh()
    expect(afterRefusal.identity.current.get().status).toBe('resolving')
    await asked

    afterRefusal.identity.reset()
    const afterReset = setUp(() => 'network', disk)
    void afterReset.identity.refresh()
    expect(afterReset.identity.current.get().status).toBe('resolving')
  })

  it('a remembered answer is shown at once, and confirmed only when who-am-i has answered', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => person('ida'), disk)
    const asked = identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    const { epoch, tokenDigest } = identity.current.get()
    expect(identity.confirmed.get()).toEqual({ status: 'resolving', epoch, tokenDigest })
    await asked
    expect(identity.confirmed.get()).toEqual(identity.current.get())
  })

  it('a remembered answer for another token is not confirmed because the user before was', async () => {
    const disk = fakeDisk()
    const { session, identity } = setUp(() => person('ida'), disk)
    await identity.refresh()
    const otherTab = setUp(() => person('otto'), disk)
    otherTab.session.token = session.token = OTHER_TOKEN
    await otherTab.identity.refresh()
    void identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
    expect(identity.confirmed.get().status).toBe('resolving')
  })

  it('a remembered answer is not confirmed when who-am-i fails', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { platform, identity } = setUp(() => ({ status: 503 }), disk)
    await identity.refresh()
    expect(identity.confirmed.get().status).toBe('resolving')
    expect(identity.questions.now()).toMatchObject({ isOpen: true })
    expect(identity.questions.now().owner).toBeUndefined()
    expect(platform.logged).toHaveLength(1)
  })

  it('the owner of a token that was replaced before who-am-i answered is found, and the identity is that of the new token', async () => {
    const disk = fakeDisk()
    const answers: ((id: string) => void)[] = []
    const { platform, session, identity } = setUp(
      () => new Promise((resolve) => answers.push((id) => resolve(person(id)))),
      disk,
    )
    void identity.refresh()
    await platform.settle()
    const question = identity.questions.now()
    identity.questions.expect(question)
    session.token = OTHER_TOKEN
    void identity.refresh()
    await platform.settle()
    answers[1]?.('otto')
    await platform.settle()
    const owner = () => ownerOf(identity, question.id)
    expect(owner()).toBeUndefined()
    let changes = 0
    identity.questions.watch(() => (changes += 1))
    answers[0]?.('ida')
    await platform.settle()
    expect([owner(), changes]).toEqual([{ id: 'ida' }, 1])
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
    const next = setUp(() => 'network', disk)
    next.session.token = OTHER_TOKEN
    void next.identity.refresh()
    expect(next.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
  })

  it('the owner of a token that who-am-i has refused is anonymous', async () => {
    const { identity } = setUp(() => ({ status: 401 }))
    await identity.refresh()
    expect(identity.questions.now().owner).toEqual({})
  })

  it.each([400, 408, 429, 503])(
    'an answer of %i refuses no token: its owner stays unknown, and the remembered identity stays',
    async (status) => {
      const disk = fakeDisk()
      await setUp(() => person('ida'), disk).identity.refresh()
      const { identity } = setUp(() => ({ status }), disk)
      await identity.refresh()
      expect(identity.questions.now().owner).toBeUndefined()
      const next = setUp(() => 'network', disk)
      void next.identity.refresh()
      expect(next.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    },
  )

  it('an answer settles only what was tracked before its question ended: after `refresh()`, events wait for the next answer', async () => {
    let name = 'support'
    const { identity } = setUp(() => person(name))
    await identity.refresh()
    const first = identity.questions.now()
    name = 'otto'
    const asked = identity.refresh()
    expect(identity.questions.now().owner).toBeUndefined()
    expect(idOf(identity.confirmed.get())).toBe('support')
    await asked
    expect([first.owner, identity.questions.now().owner]).toEqual([{ id: 'support' }, { id: 'otto' }])
    identity.stop()
  })

  it('the identity has moved when the listeners of the questions are called', async () => {
    const { identity } = setUp(() => person('ida'))
    const seen: unknown[] = []
    identity.questions.watch(() => seen.push(idOf(identity.confirmed.get())))
    await identity.refresh()
    identity.reset()
    expect(seen).toEqual(['ida', undefined])
  })

  it('a question for which events wait is not aborted by the next one, whose answer is the identity', async () => {
    const answers: ((id: string) => void)[] = []
    const { platform, identity } = setUp(() => new Promise((resolve) => answers.push((id) => resolve(person(id)))))
    void identity.refresh()
    const first = identity.questions.now()
    identity.questions.expect(first)
    void identity.refresh()
    await platform.settle()
    answers[1]?.('otto')
    answers[0]?.('ida')
    await platform.settle()
    expect(ownerOf(identity, first.id)).toEqual({ id: 'ida' })
    expect(idOf(identity.current.get())).toBe('otto')
  })

  it('the identity sends no request after stop', async () => {
    const { platform, identity } = setUp(() => person('ida'))
    identity.stop()
    await identity.refresh()
    expect(platform.transport.requests).toEqual([])
  })

  it.each<[string, FakeServer]>([
    ['redirects', () => SIGN_IN],
    ['answers with a page', () => ({ status: 200, body: '<html>' })],
  ])(
    'the identity is still remembered, and no event becomes anonymous, when who-am-i %s, which does not refuse the token',
    async (_title, server) => {
      const disk = fakeDisk()
      await setUp(() => person('ida'), disk).identity.refresh()
      const failed = setUp(server, disk).identity
      await failed.refresh()
      expect(failed.questions.now().owner).toBeUndefined()
      const { identity } = setUp(() => person('ida'), disk)
      void identity.refresh()
      expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    },
  )

  it('what is handed out cannot be changed', async () => {
    const { identity } = setUp(() => person('ida'))
    await identity.refresh()
    const current = identity.current.get() as { status: string; person: { unique_identity: string } }
    expect(() => (current.status = 'unknown')).toThrow(TypeError)
    expect(() => (current.person.unique_identity = 'otto')).toThrow(TypeError)
    identity.reset()
    expect(Object.isFrozen(identity.current.get())).toBe(true)
  })

  it('no token is stored, neither in a key nor in a value', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const kept = disk.storage.keys('').flatMap((key) => [key, disk.storage.get(key)])
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(TOKEN)
  })

  it('stop aborts the request', async () => {
    const { platform, identity } = setUp(() => new Promise(() => {}))
    void identity.refresh()
    identity.stop()
    await platform.settle()
    expect(platform.transport.requests[0]?.signal?.aborted).toBe(true)
    expect(identity.current.get().status).toBe('resolving')
  })
})

describe('the tabs of a browser', () => {
  it('each tab asks who-am-i itself and uses only its own answer, because impersonation begins without a new token', async () => {
    const disk = fakeDisk()
    const answers: ((id: string) => void)[] = []
    const server: FakeServer = () => new Promise((resolve) => answers.push((id) => resolve(person(id))))
    const tabs = [setUp(server, disk), setUp(server, disk)]
    const asked = tabs.map(({ identity }) => identity.refresh())
    const names = () => tabs.map(({ identity }) => idOf(identity.current.get()))
    await tabs[0]?.platform.clock.advance(10)
    expect(answers).toHaveLength(2)
    answers[0]?.('ida')
    await asked[0]
    expect(names()).toEqual(['ida', undefined])
    answers[1]?.('otto')
    await asked[1]
    expect(names()).toEqual(['ida', 'otto'])
  })
})

const idOf = (identity: Identity) => (identity.status === 'known' ? identity.person.unique_identity : undefined)

const ownerOf = ({ questions }: IdentityPart, id: string) => questions.all.find((question) => question.id === id)?.owner

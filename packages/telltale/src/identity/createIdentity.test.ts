import { describe, expect, it } from 'vitest'
import { createHttp } from '../core/http/http.ts'
import { fakeDisk, type FakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FakeServer } from '../testing/fakeTransport.ts'
import { createIdentity } from './createIdentity.ts'

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const OTHER_TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

function setUp(server: FakeServer, disk: FakeDisk = fakeDisk(), project = 'p-1') {
  const platform = fakePlatform(server, disk)
  const session = { token: TOKEN as string | undefined }
  const identity = createIdentity(platform, createHttp(platform), {
    whoAmIUrl: () => `https://api.test/project/${project}/who-am-i`,
    untilReady: async () => {},
    appPlatform: 'web',
    token: () => session.token,
  })
  return { platform, session, identity }
}

const person = (id: string) => ({ status: 200, body: { unique_identity: id } })

const NOT_AN_IDENTITY =
  'invalid who-am-i response: a JSON object with a unique_identity is expected, of up to 1 MB and 100 levels of nesting'

/** As a proxy answers when its session has ended. */
const SIGN_IN = { status: 302, headers: { Location: 'https://sign-in.test/' } }

/** What becomes of it, in each case. */
const SO = '(nobody is identified until it is asked again)'

describe('identity', () => {
  it('is being found out until who-am-i answers', async () => {
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

  it.each<[string, FakeServer, string]>([
    ['refuses', () => ({ status: 401 }), 'who-am-i answered with status 401'],
    ['cannot be reached', () => 'network', 'no answer came from who-am-i: no network, or something blocks the request'],
    ['redirects', () => SIGN_IN, 'who-am-i redirects, probably to a sign-in page: redirects are not followed'],
    ['answers with a page', () => ({ status: 200, body: '<html>' }), NOT_AN_IDENTITY],
  ])('is unknown, and says so in the console, when who-am-i %s', async (_title, server, reason) => {
    const { platform, identity } = setUp(server)
    await identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'unknown' })
    expect(platform.logged).toEqual([`useHeaperIdentity() error: ${reason} ${SO}`])
  })

  it('asks nothing, and shows no token, when a JWT comes without an identity token', async () => {
    const { platform, session, identity } = setUp(() => person('ida'))
    session.token = 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'
    await identity.refresh()
    expect(platform.transport.requests).toEqual([])
    expect(platform.logged).toEqual([`useHeaperIdentity() error: Auth0 JWT detected without an idToken ${SO}`])
  })

  it.each(['token', 'idToken'] as const)(
    'is unknown, and says so, when auth.%s throws; nothing throws',
    async (name) => {
      const platform = fakePlatform(() => person('ida'))
      const source = {
        whoAmIUrl: () => 'https://api.test/project/p-1/who-am-i',
        untilReady: async () => {},
        appPlatform: 'web',
        token: () => TOKEN as string | undefined,
        [name]: () => {
          throw new Error(`no session beside ${TOKEN}`)
        },
      }
      const identity = createIdentity(platform, createHttp(platform), source)
      await identity.refresh()
      expect(identity.current.get().status).toBe('unknown')
      expect(platform.logged).toEqual([`useHeaperIdentity() error: auth.token or auth.idToken has thrown ${SO}`])
      expect(platform.transport.requests).toEqual([])
    },
  )

  it.each(['token', 'idToken'])('is unknown, and it is said what is wrong, when %s is asynchronous', async (name) => {
    const platform = fakePlatform(() => person('ida'))
    const source = {
      whoAmIUrl: () => 'https://api.test/project/p-1/who-am-i',
      untilReady: async () => {},
      appPlatform: 'web',
      token: () => TOKEN as string | undefined,
      [name]: async () => TOKEN,
    }
    const identity = createIdentity(platform, createHttp(platform), source)
    await identity.refresh()
    expect(identity.current.get().status).toBe('unknown')
    const what =
      'auth.token and auth.idToken have to return texts: wait for a promised one, then call identity.refresh()'
    expect(platform.logged).toEqual([`useHeaperIdentity() error: ${what} ${SO}`])
    expect(platform.transport.requests).toEqual([])
  })

  it.each([
    ['fields that are nested 20,000 levels deep', `"tree":${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['more than a megabyte', `"notes":"${'x'.repeat(1_000_000)}"`],
  ])('is unknown, and says so in the console, when who-am-i answers with %s', async (_title, field) => {
    const { platform, identity } = setUp(() => ({ status: 200, body: `{"unique_identity":"ida",${field}}` }))
    await identity.refresh()
    expect(identity.current.get().status).toBe('unknown')
    expect(platform.logged).toEqual([`useHeaperIdentity() error: ${NOT_AN_IDENTITY} ${SO}`])
  })

  it('leaves no rejection unhandled when auth.token or auth.idToken returns a promise that rejects', async () => {
    const rejects = async () => {
      throw new Error(`the session of ${TOKEN} has ended`)
    }
    const throws = () => {
      throw new Error('no session')
    }
    for (const functions of [{ token: rejects }, { idToken: rejects }, { token: rejects, idToken: throws }]) {
      const platform = fakePlatform(() => person('ida'))
      const source = {
        whoAmIUrl: () => 'https://api.test/project/p-1/who-am-i',
        untilReady: async () => {},
        appPlatform: 'web',
        token: () => TOKEN as string | undefined,
        ...(functions as object),
      }
      const identity = createIdentity(platform, createHttp(platform), source)
      await identity.refresh()
      expect(identity.current.get().status).toBe('unknown')
      expect(platform.logged.join()).not.toContain(TOKEN)
    }
    // The test runner fails a file in which a rejection was left unhandled, a moment later.
    await new Promise((resolve) => setTimeout(resolve))
  })

  it('is unknown, and nothing is asked or logged, while there is no token', async () => {
    const { platform, session, identity } = setUp(() => person('ida'))
    session.token = undefined
    await identity.refresh()
    expect(identity.current.get().status).toBe('unknown')
    session.token = TOKEN
    await identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'known' })
    const { epoch } = identity.current.get()
    session.token = undefined
    await identity.refresh()
    expect(identity.current.get().status).toBe('unknown')
    expect(identity.current.get().epoch).not.toBe(epoch)
    expect(platform.transport.requests).toHaveLength(1)
    expect(platform.logged).toEqual([])
  })

  it('belongs to nobody from the moment another token is in use', async () => {
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

  it('ignores an answer that a later question has overtaken', async () => {
    const answers = [new Promise<ReturnType<typeof person>>(() => {}), person('otto')]
    const { session, identity } = setUp(() => answers.shift() ?? 'network')
    void identity.refresh()
    session.token = OTHER_TOKEN
    await identity.refresh()
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
  })

  it('stays unknown after a reset, even if an answer was on its way', async () => {
    let answer = (_: ReturnType<typeof person>) => {}
    const { platform, identity } = setUp(() => new Promise((resolve) => (answer = resolve)))
    void identity.refresh()
    identity.reset()
    answer(person('ida'))
    await platform.settle()
    expect(identity.current.get().status).toBe('unknown')
  })

  it('goes on with its epoch when the same answer comes again', async () => {
    const { identity } = setUp(() => person('ida'))
    await identity.refresh()
    const before = identity.current.get()
    await identity.refresh()
    expect(identity.current.get().epoch).toBe(before.epoch)
  })

  it('is not taken from another application of the origin, whose project may call the same person otherwise', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ironline:31'), disk, 'p-1').identity.refresh()
    const { identity } = setUp(() => person('other:77'), disk, 'p-2')
    const asked = identity.refresh()
    expect(identity.current.get().status).toBe('resolving')
    await asked
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'other:77' } })
  })

  it('is known at once on the next page with the same token, and then confirmed', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => person('ida'), disk)
    const asked = identity.refresh()
    const { epoch } = identity.current.get()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    await asked
    expect(identity.current.get()).toMatchObject({ status: 'known', epoch })
  })

  it('has on the next page no secret of the last answer until who-am-i has answered again', async () => {
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

  it('begins another epoch when the answer is another one than last time', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => person('otto'), disk)
    const asked = identity.refresh()
    const { epoch } = identity.current.get()
    await asked
    expect(identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
    expect(identity.current.get().epoch).not.toBe(epoch)
  })

  it('is remembered for no other token, and for none after a reset or a refusal', async () => {
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

  it('shows a remembered answer at once, and confirms it only when who-am-i has answered', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { identity } = setUp(() => person('ida'), disk)
    const asked = identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
    const { epoch, credential } = identity.current.get()
    expect(identity.confirmed.get()).toEqual({ status: 'resolving', epoch, credential })
    await asked
    expect(identity.confirmed.get()).toEqual(identity.current.get())
  })

  it('confirms no remembered answer when who-am-i fails', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const { platform, identity } = setUp(() => ({ status: 503 }), disk)
    await identity.refresh()
    expect(identity.confirmed.get().status).toBe('unknown')
    const [credential = ''] = [identity.current.get().credential]
    expect([identity.owners.of(credential), identity.owners.isInUse(credential)]).toEqual([undefined, true])
    expect(platform.logged).toHaveLength(1)
  })

  it('names the owner of a token that was replaced before who-am-i answered, and goes on with the new token', async () => {
    const answers: ((id: string) => void)[] = []
    const { platform, session, identity } = setUp(
      () => new Promise((resolve) => answers.push((id) => resolve(person(id)))),
    )
    void identity.refresh()
    await platform.settle()
    const { credential = '' } = identity.current.get()
    session.token = OTHER_TOKEN
    void identity.refresh()
    await platform.settle()
    answers[1]?.('otto')
    await platform.settle()
    expect(identity.owners.of(credential)).toBeUndefined()
    let changes = 0
    identity.owners.subscribe(() => (changes += 1))
    answers[0]?.('ida')
    await platform.settle()
    expect([identity.owners.of(credential), changes]).toEqual([{ id: 'ida' }, 1])
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'otto' } })
  })

  it('names the owner of a token that who-am-i refused as anonymous', async () => {
    const { identity } = setUp(() => ({ status: 401 }))
    await identity.refresh()
    expect(identity.owners.of(identity.current.get().credential ?? '')).toEqual({})
  })

  it('forgets who owned a token when it is in use again, since impersonation may have begun', async () => {
    const { session, identity } = setUp(() => person('ida'))
    await identity.refresh()
    const { credential = '' } = identity.current.get()
    session.token = OTHER_TOKEN
    await identity.refresh()
    expect(identity.owners.of(credential)).toEqual({ id: 'ida' })
    session.token = TOKEN
    void identity.refresh()
    expect(identity.owners.of(credential)).toBeUndefined()
    identity.stop()
  })

  it('asks nothing after it was stopped', async () => {
    const { platform, identity } = setUp(() => person('ida'))
    identity.stop()
    await identity.refresh()
    expect(platform.transport.requests).toEqual([])
  })

  it('is still remembered when who-am-i redirects, which says nothing about the token', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    await setUp(() => SIGN_IN, disk).identity.refresh()
    const { identity } = setUp(() => person('ida'), disk)
    void identity.refresh()
    expect(identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'ida' } })
  })

  it('keeps no token in storage, in a key or in a value', async () => {
    const disk = fakeDisk()
    await setUp(() => person('ida'), disk).identity.refresh()
    const kept = disk.storage.keys('').flatMap((key) => [key, disk.storage.get(key)])
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(TOKEN)
  })

  it('aborts its request when stopped', async () => {
    const { platform, identity } = setUp(() => new Promise(() => {}))
    void identity.refresh()
    identity.stop()
    await platform.settle()
    expect(platform.transport.requests[0]?.signal?.aborted).toBe(true)
    expect(identity.current.get().status).toBe('resolving')
  })
})

describe('the tabs of a browser', () => {
  /** Tabs of one browser, and a who-am-i that answers when it is told. */
  function openTabs(count: number, projects: readonly string[] = []) {
    const disk = fakeDisk()
    const questions: ((id: string) => Promise<void>)[] = []
    const server: FakeServer = () =>
      new Promise((resolve) => {
        questions.push(async (id) => {
          resolve(person(id))
          for (const { platform } of tabs) await platform.clock.advance(100)
        })
      })
    const tabs = Array.from({ length: count }, (_, index) => setUp(server, disk, projects[index]))
    const names = () =>
      tabs.map(({ identity }) => {
        const current = identity.current.get()
        return current.status === 'known' ? current.person.unique_identity : current.status
      })
    async function wait(ms: number) {
      for (const { platform } of tabs) await platform.clock.advance(ms)
    }
    return { tabs, questions, names, wait }
  }

  it('that want to know at the same time ask no more than twice: the others take what was asked after they wanted to know', async () => {
    const { tabs, questions, names, wait } = openTabs(20)
    const [first, ...others] = tabs
    void first?.identity.refresh()
    await wait(10)
    for (const { identity } of others) void identity.refresh()
    await wait(10)
    expect(questions).toHaveLength(1)
    await questions[0]?.('ida')
    expect(names()).toEqual(tabs.map((_, index) => (index === 0 ? 'ida' : 'resolving')))
    expect(questions).toHaveLength(2)
    await questions[1]?.('ida')
    await wait(200)
    expect(names()).toEqual(tabs.map(() => 'ida'))
    expect(questions).toHaveLength(2)
  })

  it('take no answer to a question from before they wanted to know: it may be another one by now', async () => {
    const { tabs, questions, names, wait } = openTabs(2)
    void tabs[0]?.identity.refresh()
    await wait(50)
    void tabs[1]?.identity.refresh()
    await questions[0]?.('ida')
    await questions[1]?.('otto')
    expect(names()).toEqual(['ida', 'otto'])
  })

  it('ask themselves where the answer has a secret, which no tab keeps for another', async () => {
    const server = () => ({ status: 200, body: { unique_identity: 'ida', access_token: 'a-1' } })
    const disk = fakeDisk()
    const tabs = [setUp(server, disk), setUp(server, disk)]
    const asked = tabs.map(({ identity }) => identity.refresh())
    for (const { platform } of tabs) await platform.clock.advance(200)
    await Promise.all(asked)
    for (const { identity } of tabs) expect(identity.current.get()).toMatchObject({ person: { access_token: 'a-1' } })
  })

  it('take no answer to another token', async () => {
    const { tabs, questions, names, wait } = openTabs(2)
    const [, other] = tabs
    if (other) other.session.token = OTHER_TOKEN
    for (const { identity } of tabs) void identity.refresh()
    await wait(10)
    expect(questions).toHaveLength(2)
    await questions[1]?.('otto')
    await questions[0]?.('ida')
    expect(names()).toEqual(['ida', 'otto'])
  })

  it('take no answer of another project', async () => {
    const { tabs, questions, names, wait } = openTabs(3, ['p-1', 'p-2', 'p-2'])
    for (const { identity } of tabs) void identity.refresh()
    await wait(10)
    expect(questions).toHaveLength(2)
    await questions[0]?.('ida')
    await wait(200)
    expect(names()).toEqual(['ida', 'resolving', 'resolving'])
    await questions[1]?.('otto')
    await wait(200)
    expect(names()).toEqual(['ida', 'otto', 'otto'])
    expect(questions).toHaveLength(2)
  })

  it('do not wait for ever for one that gets no answer', async () => {
    const { tabs, questions, names, wait } = openTabs(2)
    for (const { identity } of tabs) void identity.refresh()
    await wait(1_900)
    expect(questions).toHaveLength(1)
    await wait(200)
    expect(questions).toHaveLength(2)
    await questions[1]?.('ida')
    expect(names()).toEqual(['resolving', 'ida'])
  })

  it('take nothing any more after a logout', async () => {
    const { tabs, questions, names, wait } = openTabs(2)
    for (const { identity } of tabs) void identity.refresh()
    await wait(10)
    tabs[1]?.identity.reset()
    await questions[0]?.('ida')
    await wait(200)
    expect(names()).toEqual(['ida', 'unknown'])
    expect(questions).toHaveLength(1)
  })

  it('leave no timer behind when one stops waiting', async () => {
    const { tabs, wait } = openTabs(2)
    for (const { identity } of tabs) void identity.refresh()
    await wait(10)
    for (const { identity } of tabs) identity.stop()
    await wait(10)
    expect(tabs.map(({ platform }) => platform.clock.pending)).toEqual([0, 0])
  })
})

import { describe, expect, test } from 'vitest'
import { accounts as accountsOf } from '../../accounts.ts'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Person } from '../../core/model/identity.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { readBatch } from '../../testing/readBatch.ts'
import {
  PrivateOnly,
  revokedProxy,
  UNREADABLE,
  WithGetters,
  withThrowingGetter,
} from '../../testing/oddValues.suite.ts'
import { promiseClasses } from '../../testing/promiseClasses.suite.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'

const TOKEN = 'ida'.padEnd(36, '~')
const OTHER_TOKEN = 'ida#2'.padEnd(36, '~')
const byCompany = ({ company_id, company_name }: Person) => ({
  organization: { key: company_id, name: company_name },
})
const ACME = { unique_identity: 'ida', company_id: 'acme', company_name: 'Acme' }
const BOBS = { unique_identity: 'ida', company_id: 'bobs', company_name: "Bob's" }
const ACCOUNTS_OF_ACME = { organization: { key: 'acme', name: 'Acme' } }

interface Options {
  accounts?: unknown
  disk?: FakeDisk
  /** Who-am-i does not answer until the test says so. */
  isSlow?: boolean
  person?: object
}

/** A page whose flag service answers with the keys of the context, and whose who-am-i names `person`. */
function openPage({ accounts = byCompany, disk = fakeDisk(), isSlow = false, person = ACME }: Options = {}) {
  const arrived: AnalyticsEvent[] = []
  const bodies: string[] = []
  const contexts: Record<string, { key?: unknown }>[] = []
  const state = { person: person as object, token: TOKEN, isSlow, release: () => {} }
  const platform = fakePlatform(async ({ url, body }) => {
    if (url.includes('/who-am-i')) {
      const answer = { status: 200, body: state.person }
      if (state.isSlow) await new Promise<void>((resolve) => (state.release = resolve))
      return answer
    }
    if (url.includes('/sdk/evalx/')) {
      const context = JSON.parse(atob((url.split('/contexts/')[1] ?? '').split('?')[0] ?? '')) as never
      contexts.push(context)
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { plan: { value: keysIn(context), version: 1 } },
      }
    }
    bodies.push(body ?? '')
    arrived.push(...(readBatch(body) as { events: AnalyticsEvent[] }).events)
    return { status: 202 }
  }, disk)
  const layer = createTelltaleAtOnce(
    {
      app: 'Rental Desk',
      api: 'https://api.test',
      auth: { token: () => state.token },
      identity: { accounts: accountsOf(accounts as typeof byCompany) },
      flags: launchDarklyAtOnce({ clientSideId: 'env', sendEvents: false, streaming: false }),
      destinations: [collector({ url: 'https://collect.test/' })],
    },
    platform,
  )
  const current = () => layer.identity.current.get()
  const accountsNow = () => {
    const who = current()
    return who.status === 'known' ? who.accounts : who.status
  }
  const deliver = async () => {
    await platform.clock.advance(5_000)
    await platform.settle()
    return arrived
      .filter(({ name }) => !name.startsWith('Load'))
      .map(({ name, identity, properties }) => [name, identity, properties['LDFF: plan']])
  }
  return { layer, platform, state, contexts, bodies, current, accountsNow, deliver }
}

/** The flag service of these tests names the keys of the context: `user ida, organization acme`. */
const keysIn = ({ kind, key, ...kinds }: Record<string, { key?: unknown }>) =>
  kind === ('multi' as unknown)
    ? Object.entries(kinds)
        .map(([name, one]) => `${name} ${String(one.key)}`)
        .sort()
        .join(', ')
    : `${String(kind)} ${String(key)}`

const AT_ACME = 'organization acme, user ida'
const AT_BOBS = 'organization bobs, user ida'

describe('the accounts of a person', () => {
  test('are in the identity, in the event and in the context of the flags', async () => {
    const { layer, platform, contexts, accountsNow, deliver } = openPage()
    await platform.settle()
    expect(accountsNow()).toEqual(ACCOUNTS_OF_ACME)
    layer.track('a')
    expect(await deliver()).toEqual([['a', { id: 'ida', accounts: ACCOUNTS_OF_ACME }, AT_ACME]])
    const { unique_identity: _id, ...rest } = ACME
    expect(contexts).toEqual([
      { kind: 'multi', user: { ...rest, unique_identity: 'ida', key: 'ida' }, ...ACCOUNTS_OF_ACME },
    ])
  })

  test('cannot be changed by code of the application', async () => {
    const own = { organization: { key: 'acme', plan: { seats: 5 } } }
    const { layer, platform, accountsNow, deliver } = openPage({ accounts: () => own })
    await platform.settle()
    own.organization.key = 'bobs'
    own.organization.plan.seats = 6
    expect(accountsNow()).toEqual({ organization: { key: 'acme', plan: { seats: 5 } } })
    expect(() => {
      const given = accountsNow() as unknown as typeof own
      given.organization.plan.seats = 7
    }).toThrow(TypeError)
    layer.track('a')
    expect((await deliver())[0]?.[1]).toEqual({
      id: 'ida',
      accounts: { organization: { key: 'acme', plan: { seats: 5 } } },
    })
  })

  test('are shown at once with a remembered person, also of a version without the setting', async () => {
    const disk = fakeDisk()
    const before = openPage({ disk, accounts: () => undefined })
    await before.platform.settle()
    expect(before.accountsNow()).toBeUndefined()
    before.layer.close()
    const { accountsNow, contexts, platform } = openPage({ disk, isSlow: true })
    expect(accountsNow()).toEqual(ACCOUNTS_OF_ACME)
    await platform.settle()
    expect(contexts.map(keysIn)).toEqual([AT_ACME])
  })

  test.each<[string, unknown, object]>([
    ['a number as key', { organization: { key: 7 } }, { organization: { key: '7' } }],
    ['a number as name', { organization: { key: 'acme', name: 5 } }, { organization: { key: 'acme', name: '5' } }],
    ['null as name', { organization: { key: 'acme', name: null } }, { organization: { key: 'acme' } }],
    ['undefined as attribute', { organization: { key: 'acme', plan: undefined } }, { organization: { key: 'acme' } }],
    ['an attribute called __proto__', JSON.parse('{"org":{"key":"a","__proto__":{"b":1}}}'), { org: { key: 'a' } }],
    ['the name of a secret', { organization: { key: 'acme', api_key: 's-1' } }, { organization: { key: 'acme' } }],
    ['the kind constructor', { constructor: { key: 'acme' } }, { constructor: { key: 'acme' } }],
    ['no key', { organization: { key: undefined }, yard: { key: 'y' } }, { yard: { key: 'y' } }],
    ['an empty key', { organization: { key: '' }, yard: { key: 'y' } }, { yard: { key: 'y' } }],
    [
      'getters of its class',
      { organization: new WithGetters() },
      { organization: { tier: 'gold', name: 'Acme', key: 'acme' } },
    ],
    ['nothing', { organization: undefined, yard: { key: 'y' } }, { yard: { key: 'y' } }],
  ])('are read without a report: an account with %s', async (_title, given, expected) => {
    const { platform, accountsNow } = openPage({ accounts: () => given })
    await platform.settle()
    expect(accountsNow()).toMatchObject(expected)
    expect(Object.keys(accountsNow() as object)).toEqual(Object.keys(expected))
    expect(JSON.stringify(accountsNow())).not.toContain('s-1')
    expect(platform.logged).toEqual([])
  })

  test.each<[string, string, () => unknown]>([
    ...[Number.NaN, 1.5, true, {}, [], 5n, () => 'acme'].map(
      (key) => [`${typeof key} ${String(key)} as key`, 'organization', () => ({ organization: { key } })] as never,
    ),
    ['an object as name', 'organization', () => ({ organization: { key: 'acme', name: {} } })],
    ...['user', 'kind', 'multi', '', 'a b', 'Zoë', 'a/b'].map(
      (kind) => [`the kind "${kind}"`, kind, () => ({ [kind]: { key: 'acme' } })] as never,
    ),
    ['the kind __proto__', '__proto__', () => JSON.parse('{"__proto__":{"key":"acme"}}') as unknown],
    ['a text', 'organization', () => ({ organization: 'acme' })],
    ['a list', 'organization', () => ({ organization: ['acme'] })],
    ['a getter that throws', 'organization', () => withThrowingGetter('organization')],
    ['a key whose getter throws', 'organization', () => ({ organization: withThrowingGetter('key') })],
    ['a revoked proxy', 'organization', () => ({ organization: revokedProxy() })],
    ['private fields only', 'organization', () => ({ organization: new PrivateOnly() })],
    ['entries of a map', 'organization', () => ({ organization: new Map([['key', 'acme']]) })],
    ...UNREADABLE.map(
      ([title, make]) =>
        [`the attribute ${title}`, 'organization', () => ({ organization: { key: 'acme', odd: make() } })] as never,
    ),
  ])('are reported once and left out, and others stay: an account with %s', async (_title, kind, make) => {
    const given = () =>
      Object.defineProperties(
        {},
        {
          ...Object.getOwnPropertyDescriptors(make() as object),
          yard: { value: { key: 'y' }, enumerable: true },
        },
      )
    const { layer, platform, state, accountsNow, deliver } = openPage({ accounts: given })
    await platform.settle()
    expect(accountsNow()).toEqual({ yard: { key: 'y' } })
    layer.track('a')
    state.token = OTHER_TOKEN
    await layer.identity.refresh()
    await platform.settle()
    expect(platform.logged).toEqual([expect.stringMatching(new RegExp(`: ${kind} \\(T170\\)`))])
    expect(await deliver()).toEqual([['a', { id: 'ida', accounts: { yard: { key: 'y' } } }, 'user ida, yard y']])
  })

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ...promiseClasses.map(
      ([name, create]) => [`returns ${name}`, () => create(async () => ACCOUNTS_OF_ACME)] as [string, () => unknown],
    ),
    ['returns a promise that rejects', () => Promise.reject(new Error('no'))],
    ...['acme', 7, true, [ACCOUNTS_OF_ACME], () => ACCOUNTS_OF_ACME].map(
      (value) => [`returns ${Object.prototype.toString.call(value)}`, () => value] as [string, () => unknown],
    ),
    ['returns a revoked proxy', revokedProxy],
  ])('are reported once and left out where the function %s', async (_title, accounts) => {
    const { layer, platform, accountsNow, deliver } = openPage({ accounts })
    await platform.settle()
    expect(accountsNow()).toBeUndefined()
    layer.track('a')
    await layer.identity.refresh()
    expect(platform.logged).toEqual([expect.stringMatching(/: all \(T170\)/)])
    expect(await deliver()).toEqual([['a', { id: 'ida' }, 'user ida']])
  })

  test('are at most ten: the first ones', async () => {
    const given = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`kind-${index}`, { key: 'k' }]))
    const { platform, accountsNow } = openPage({ accounts: () => given })
    await platform.settle()
    expect(Object.keys(accountsNow() as object)).toEqual(Object.keys(given).slice(0, 10))
    expect(platform.logged).toEqual([expect.stringContaining('kind-10, kind-11 (T170)')])
  })

  test.each([undefined, null, {}, { organization: undefined }])(
    'are absent without a report where the function returns %j, and all is as without the setting',
    async (given) => {
      const { layer, platform, contexts, current, bodies, deliver } = openPage({ accounts: () => given })
      await platform.settle()
      expect('accounts' in current()).toBe(false)
      layer.track('a')
      await deliver()
      expect(contexts).toEqual([{ ...ACME, kind: 'user', key: 'ida' }])
      expect(bodies.join()).not.toContain('accounts')
      expect(platform.logged).toEqual([])
    },
  )
})

describe('a change of the company', () => {
  test('in a running page begins an epoch, with its own flags and events', async () => {
    const { layer, platform, state, current, accountsNow, deliver } = openPage()
    await platform.settle()
    const { epoch } = current()
    layer.track('a')
    state.person = BOBS
    const asked = layer.identity.refresh()
    layer.track('b')
    await asked
    expect(current().epoch).not.toBe(epoch)
    expect(accountsNow()).toEqual({ organization: { key: 'bobs', name: "Bob's" } })
    expect(await deliver()).toEqual([
      ['a', { id: 'ida', accounts: ACCOUNTS_OF_ACME }, AT_ACME],
      ['b', { id: 'ida', accounts: { organization: { key: 'bobs', name: "Bob's" } } }, AT_BOBS],
    ])
  })

  test('between `track` and the answer: the event has the company of the answer, and its flags', async () => {
    const disk = fakeDisk()
    const before = openPage({ disk })
    await before.platform.settle()
    before.layer.close()
    const { layer, platform, state, accountsNow, deliver } = openPage({ disk, person: BOBS, isSlow: true })
    await platform.settle()
    expect(accountsNow()).toEqual(ACCOUNTS_OF_ACME)
    layer.track('a')
    await platform.clock.advance(1_000)
    state.release()
    expect(await deliver()).toEqual([
      ['a', { id: 'ida', accounts: { organization: { key: 'bobs', name: "Bob's" } } }, AT_BOBS],
    ])
  })

  test('takes away at once the flags of the former company', async () => {
    const { layer, platform, state } = openPage()
    await platform.settle()
    expect(layer.flags.allFlags()).toEqual({ plan: AT_ACME })
    state.person = BOBS
    const seen: unknown[] = []
    layer.identity.current.subscribe(() => seen.push(layer.flags.allFlags()))
    await layer.identity.refresh()
    await platform.settle()
    expect(seen).toEqual([{ plan: AT_ACME }, {}])
    expect(layer.flags.allFlags()).toEqual({ plan: AT_BOBS })
  })

  test('by another person of another company who is impersonated moves all together', async () => {
    const { layer, platform, state, current, deliver } = openPage()
    await platform.settle()
    state.person = { unique_identity: 'otto', company_id: 'bobs', mimic_user: 'ida@acme.example' }
    await layer.identity.refresh()
    await platform.settle()
    expect(current()).toMatchObject({ impersonator: 'ida@acme.example', accounts: { organization: { key: 'bobs' } } })
    layer.track('a')
    expect(await deliver()).toEqual([
      [
        'a',
        { id: 'otto', impersonator: 'ida@acme.example', accounts: { organization: { key: 'bobs' } } },
        'organization bobs, user otto',
      ],
    ])
  })

  test('in one of two tabs leaves the events of the other tab with its own company', async () => {
    const disk = fakeDisk()
    const one = openPage({ disk })
    const other = openPage({ disk, person: BOBS })
    await one.platform.settle()
    await other.platform.settle()
    one.layer.track('a')
    other.layer.track('b')
    const all = [...(await one.deliver()), ...(await other.deliver())]
    expect(all.map(([name, identity, plan]) => [name, (identity as { accounts: object }).accounts, plan])).toEqual(
      expect.arrayContaining([
        ['a', ACCOUNTS_OF_ACME, AT_ACME],
        ['b', { organization: { key: 'bobs', name: "Bob's" } }, AT_BOBS],
      ]),
    )
    expect(all).toHaveLength(2)
  })

  test.each<[string, () => unknown, () => unknown]>([
    ['equal accounts in new objects', () => ({ org: { key: 'a' } }), () => ({ org: { key: 'a' } })],
    [
      'another order of the kinds',
      () => ({ org: { key: 'a' }, yard: { key: 'y' } }),
      () => ({ yard: { key: 'y' }, org: { key: 'a' } }),
    ],
  ])('is none: %s. Nothing is asked again', async (_title, first, second) => {
    let isSecond = false
    const { layer, platform, contexts, current } = openPage({ accounts: () => (isSecond ? second() : first()) })
    await platform.settle()
    const before = current()
    isSecond = true
    await layer.identity.refresh()
    await platform.settle()
    expect(current()).toBe(before)
    expect(contexts).toHaveLength(1)
  })

  test('is none where only the name differs: the epoch goes on, and the flags are asked for again', async () => {
    const { layer, platform, state, contexts, current } = openPage()
    await platform.settle()
    const { epoch } = current()
    state.person = { ...ACME, company_name: 'Acme Inc.' }
    await layer.identity.refresh()
    await platform.settle()
    expect(current()).toMatchObject({ epoch, accounts: { organization: { name: 'Acme Inc.' } } })
    expect(contexts).toHaveLength(2)
    expect(layer.flags.allFlags()).toEqual({ plan: AT_ACME })
  })
})

test('`identify` names a person whose accounts are read', async () => {
  const arrived: AnalyticsEvent[] = []
  const platform = fakePlatform(({ body }) => {
    arrived.push(...(readBatch(body) as { events: AnalyticsEvent[] }).events)
    return { status: 202 }
  })
  const layer = createTelltaleAtOnce(
    {
      app: 'Rental Desk',
      identity: { accounts: accountsOf(byCompany) },
      destinations: [collector({ url: 'https://collect.test/' })],
    },
    platform,
  )
  layer.identify(ACME)
  await platform.settle()
  layer.track('a')
  layer.identify(BOBS)
  layer.track('b')
  layer.identify({ unique_identity: 'ida' })
  layer.track('c')
  await platform.clock.advance(5_000)
  await platform.settle()
  const keys = arrived.flatMap(({ name, identity }) =>
    name.startsWith('Load') ? [] : [[name, identity.accounts?.['organization']?.key]],
  )
  expect(keys).toEqual([
    ['a', 'acme'],
    ['b', 'bobs'],
    ['c', undefined],
  ])
  expect(platform.logged).toEqual([])
})

import { expect, test } from 'vitest'
import type { Accounts, Identity } from '../core/model/identity.ts'
import type { Context } from '../core/model/flag.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { redactContext } from '../launchDarklyService/redactContext.ts'
import { createFlagCache } from './flagCache.ts'
import { readContext } from './readContext.ts'
import { readSource } from './readSource.ts'
import { contextHash, contextOf, type ContextOptions } from './userContext.ts'
import { readFlags } from './wireFlags.ts'

const ACME: Accounts = { organization: { key: 'acme', name: 'Acme' } }

function contextWith(
  accounts: Accounts | undefined,
  { more = {}, ...options }: ContextOptions & { more?: object } = {},
) {
  const who: Identity = {
    status: 'known',
    epoch: 'e',
    person: { unique_identity: 'ida', ...more },
    ...(accounts && { accounts }),
    name: 'Ida',
    displayIdentity: 'Ida',
  }
  return contextOf(who, () => 'made', options) as Context
}

const IDA = { unique_identity: 'ida', key: 'ida' }

test('a user without accounts has the context of one kind', () =>
  expect(JSON.stringify(contextWith(undefined))).toBe('{"unique_identity":"ida","kind":"user","key":"ida"}'))

test.each<[string, Accounts, object]>([
  ['an account', ACME, { organization: { key: 'acme', name: 'Acme' } }],
  [
    'attributes that the service would reject',
    { organization: { key: 'acme', kind: 'x', anonymous: 1, _meta: { privateAttributes: 5, x: 1 } } },
    { organization: { key: 'acme' } },
  ],
  [
    'private attributes of its own, and a proof',
    { organization: { key: 'acme', plan: 'pro', seal_hash: 's', _meta: { privateAttributes: ['plan'] } } },
    { organization: { key: 'acme', plan: 'pro', seal_hash: 's', _meta: { privateAttributes: ['plan', 'seal_hash'] } } },
  ],
])('a user with %s has a context of several kinds, which the flag service accepts', (_title, accounts, kinds) => {
  const context = contextWith(accounts)
  expect(context).toEqual({ kind: 'multi', user: IDA, ...kinds })
  expect(readContext(context, () => '')).toEqual(context)
})

test('the context has its kinds in one order, so that the tabs of a browser share a stream', () => {
  const [yard, organization] = [{ key: 'y' }, { key: 'acme' }]
  const text = JSON.stringify(contextWith({ yard, organization }))
  expect(JSON.stringify(contextWith({ organization, yard }))).toBe(text)
  expect(text).toBe(
    '{"kind":"multi","organization":{"key":"acme"},"user":{"unique_identity":"ida","key":"ida"},"yard":{"key":"y"}}',
  )
})

test('the user keeps the kind of the options, and an account of this kind is left out', () =>
  expect(contextWith({ ...ACME, member: { key: 'x' } }, { kind: 'member' })).toEqual({
    kind: 'multi',
    member: IDA,
    ...ACME,
  }))

test('private attributes of the options hold for each kind', () => {
  const context = contextWith({ organization: { key: 'acme', name: 'Acme', plan: 'pro' } }, { more: { plan: 'desk' } })
  const named = redactContext(context, { allAttributesPrivate: false, privateAttributes: ['plan'] }, false)
  expect(named).toMatchObject({
    user: { key: 'ida', _meta: { redactedAttributes: ['plan'] } },
    organization: { key: 'acme', name: 'Acme', _meta: { redactedAttributes: ['plan'] } },
  })
  const all = redactContext(context, { allAttributesPrivate: true, privateAttributes: [] }, false)
  expect(JSON.stringify([named, all])).not.toMatch(/pro|desk/)
  expect(JSON.stringify(all)).not.toContain('Acme')
})

test('the flags that an impersonator has seen are cached apart from those of the user', () => {
  const cache = createFlagCache(fakeDisk().storage, 'env', 5)
  cache.write(contextWith(ACME, { more: { mimic_user: 'sam@x' } }), readFlags({ a: { value: 1, version: 1 } }) ?? {})
  expect(cache.read(contextWith(ACME))).toBeUndefined()
  expect(cache.read(contextWith(ACME, { more: { mimic_user: 'kim@x' } }))).toBeUndefined()
  expect(cache.read(contextWith({ organization: { key: 'bobs' } }, { more: { mimic_user: 'sam@x' } }))).toBeUndefined()
  expect(cache.read(contextWith(ACME, { more: { mimic_user: 'sam@x' } }))).toBeDefined()
})

test.each([undefined, ACME])(
  'the function that signs gets the user, and what it has to sign, as copies: with the accounts %j',
  async (accounts) => {
    const context = contextWith(accounts, { kind: 'member' })
    const given: unknown[] = []
    const hash = (...all: object[]) => {
      given.push(...structuredClone(all))
      for (const one of all) Object.assign(one, { key: 'other', organization: 'other' })
      return 'h'
    }
    const before = structuredClone(context)
    expect(await contextHash(context, undefined, { kind: 'member', hash })).toBe('h')
    expect(given).toEqual([{ ...IDA, kind: 'member' }, context])
    expect(context).toEqual(before)
  },
)

test.each([undefined, ACME])(
  'a source of flags gets the user, and the whole context: with the accounts %j',
  (accounts) => {
    const context = contextWith(accounts)
    const given: unknown[] = []
    const create = (...all: unknown[]) => {
      given.push(...all)
      return { fetch: async () => ({ flags: {} }) }
    }
    readSource(create, { name: 'own' } as never)(context, 's')
    expect(given).toEqual([{ ...IDA, kind: 'user' }, 's', context])
  },
)

import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Promotion } from '../core/model/promotion.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'

test.each<[string, unknown]>([
  ['is missing', undefined],
  ['is null', null],
  ['is empty', ''],
  ['has only blanks', ' \t\n'],
])('launchDarkly throws the text of the specification when the client-side id %s', (_, clientSideId) => {
  expect(() => launchDarklyAtOnce({ clientSideId } as never)).toThrow(
    expect.objectContaining({
      message: 'Cannot boot Launch Darkly: client side id is not set!',
      cause: 'clientSideId',
    }) as Error,
  )
})

test.each([undefined, null, ''])('launchDarkly names injectedClient when it is given a client and the id %s', (id) => {
  expect(() => launchDarklyAtOnce({ client: {}, clientSideId: id } as never)).toThrow(
    'Cannot boot Launch Darkly: client side id is not set! A client belongs to injectedClient(). (T152)',
  )
})

test('launchDarkly throws when an id or an address of a promotion level has only blanks', () => {
  const each = { production: 'a', staging: ' ', sandbox: 'c' }
  expect(() => launchDarklyAtOnce({ clientSideId: each })).toThrow('clientSideId.staging must be a string. (T33)')
  expect(() => launchDarklyAtOnce({ clientSideId: 'a', baseUrl: each })).toThrow('baseUrl.staging must be a string.')
})

test('launchDarkly throws when the client-side id of a promotion level is missing', () => {
  expect(() => launchDarklyAtOnce({ clientSideId: {} } as never)).toThrow(
    'Cannot boot Launch Darkly: clientSideId.production must be a string. (T33)',
  )
})

test.each<[string, unknown]>([
  ['number', 42],
  ['number', 0],
  ['boolean', true],
  ['array', ['environment']],
  ['function', () => 'environment'],
])('launchDarkly throws when the client-side id is of the type %s', (_, clientSideId) => {
  expect(() => launchDarklyAtOnce({ clientSideId } as never)).toThrow(
    /^Cannot boot Launch Darkly: clientSideId(\.production)? must be a string\. \(T33\)$/,
  )
})

test.each<[string, object, string]>([
  ['kind has a space', { kind: 'service user' }, 'kind'],
  ['kind is empty', { kind: '' }, 'kind'],
  ['kind is "kind"', { kind: 'kind' }, 'kind'],
  ['kind is "multi"', { kind: 'multi' }, 'kind'],
  ['kind is a number', { kind: 3 }, 'kind'],
  ['hash is an object', { hash: {} }, 'hash'],
  ['hashField is empty', { hashField: '' }, 'hashField'],
  ['hashField is a function', { hashField: () => 'hash' }, 'hashField'],
  ['hash and hashField are both set', { hash: 'h-1', hashField: 'hash' }, 'hash'],
])('launchDarkly throws and names the option when %s', (_, options, name) => {
  expect(() => launchDarklyAtOnce({ clientSideId: 'environment', ...options } as never)).toThrow(
    new RegExp(`^Cannot boot Launch Darkly: .*\\b${name}\\b`),
  )
})

const ann: Identity = {
  status: 'known',
  epoch: 'e',
  person: { unique_identity: 'ann' },
  name: 'ann',
  displayIdentity: 'ann',
}

test.each<[string, Identity, object, object]>([
  ['a known user', ann, {}, { kind: 'user', key: 'ann' }],
  ['a known user', ann, { kind: 'machine-operator' }, { kind: 'machine-operator', key: 'ann' }],
  [
    'an unknown user',
    { status: 'unknown', reason: 'signed-out', epoch: 'e' },
    { kind: 'operator' },
    { kind: 'operator', anonymous: true },
  ],
])('the context of %s has the kind that the options set, or "user": %#', async (_, identity, options, context) => {
  const { platform, urls } = fakeFlagService({})
  launchDarklyAtOnce({ clientSideId: 'environment', sendEvents: false, ...options }).start(fakeHost(platform, identity))
  await platform.settle()
  const [poll = ''] = urls('poll')
  expect(JSON.parse(atob(poll.split('/').pop() ?? ''))).toMatchObject(context)
})

test('flags that are cached at one promotion level are not in force at another', async () => {
  const disk = fakeDisk()
  const open = async (level: Promotion, value: string) => {
    const service = fakeFlagService({ plan: { value, version: 1 } }, disk)
    if (value === '') service.answers.poll = () => new Promise(() => {})
    const plain = fakeHost(service.platform, ann)
    const host = { ...plain, app: { ...plain.app, promotion: level } }
    const each = { production: 'env-p', staging: 'env-st', sandbox: 'env-s' }
    const flags = launchDarklyAtOnce({ clientSideId: each, sendEvents: false }).start(host)
    await service.platform.clock.advance(2000)
    const shown = [flags.status.get(), flags.allFlags()]
    flags.stop()
    return shown
  }
  expect(await open('sandbox', 'basic')).toEqual(['live', { plan: 'basic' }])
  expect(await open('production', '')).toEqual(['initialising', {}])
  expect(await open('sandbox', '')).toEqual(['cached', { plan: 'basic' }])
})

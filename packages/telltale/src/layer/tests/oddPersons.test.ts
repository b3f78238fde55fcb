import { expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import {
  LISTS_WITH_GAPS,
  NAMES_OF_THE_LANGUAGE,
  READABLE,
  revokedProxy,
  UNREADABLE_PLACES,
  withThrowingGetter,
} from '../../testing/oddValues.suite.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { readBatch } from '../../testing/readBatch.ts'

/** A page of an application whose flag service has one flag. */
function openPage(hashField?: string) {
  const delivered: (readonly [name: string, owner: string | undefined, flag: unknown])[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/sdk/evalx/'))
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { layout: { value: 'compact', version: 1 } },
      }
    const { events = [] } = readBatch(body) as { events?: AnalyticsEvent[] }
    for (const { name, identity, properties } of events) delivered.push([name, identity.id, properties['LDFF: layout']])
    return { status: 202 }
  })
  const layer = createTelltaleAtOnce(
    {
      app: 'Rental Desk',
      flags: launchDarklyAtOnce({
        clientSideId: 'env',
        sendEvents: false,
        streaming: false,
        ...(hashField !== undefined && { hashField }),
      }),
      destinations: [collector({ url: 'https://collect.test/' })],
    },
    platform,
  )
  const track = (name: string) => layer.track(name)
  const end = async () => {
    await platform.clock.advance(5_000)
    layer.close()
    await platform.settle()
    return delivered.filter(([name]) => !name.startsWith('Load'))
  }
  return { layer, platform, track, end }
}

const FIELDS: readonly (readonly [title: string, make: () => unknown])[] = [
  ...UNREADABLE_PLACES,
  ...LISTS_WITH_GAPS,
  ...READABLE.map(([title, value]) => [title, () => value] as const),
]

test.each(FIELDS)(
  'a person with %s is known, has flags, and keeps the events of the next user apart',
  async (_, make) => {
    const { layer, platform, track, end } = openPage('tenant')
    layer.identify({ unique_identity: 'u-7', plan: make() })
    expect(layer.identity.current.get()).toMatchObject({ status: 'known', person: { unique_identity: 'u-7' } })
    track('of u-7')
    await platform.clock.advance(1_000)
    // A signature that cannot be read fails the flags, and nothing else.
    layer.identify({ unique_identity: 'u-8', tenant: make() })
    track('of u-8')
    await platform.clock.advance(11_000)
    expect(layer.flags.status.get()).not.toBe('initialising')
    layer.identify({ unique_identity: 'u-9', tenant: 'signature', plan: make() })
    track('of u-9')
    await platform.clock.advance(1_000)
    expect(layer.flags.status.get()).toBe('live')
    expect(layer.flags.variation('layout', 'classic')).toBe('compact')
    const events = await end()
    expect(events.map(([name, owner]) => [name, owner])).toEqual(
      expect.arrayContaining([
        ['of u-7', 'u-7'],
        ['of u-8', 'u-8'],
        ['of u-9', 'u-9'],
      ]),
    )
    expect(events).toHaveLength(3)
  },
)

test.each<[title: string, make: () => unknown]>([
  ['is a proxy that was revoked', revokedProxy],
  ['has an id that throws', () => withThrowingGetter('unique_identity')],
  ['has an id that is a big integer', () => ({ unique_identity: 5n })],
  [
    'has an id in a cycle',
    () =>
      Object.assign(
        {},
        {
          get unique_identity() {
            return this
          },
        },
      ),
  ],
  ['is a thenable that throws', () => withThrowingGetter('then')],
])('a person that %s is unknown, and events keep their owners', async (_, make) => {
  const { layer, track, platform, end } = openPage()
  layer.identify({ unique_identity: 'u-7' })
  track('of u-7')
  await platform.clock.advance(1_000)
  layer.identify(make() as never)
  expect(layer.identity.current.get()).toMatchObject({ status: 'unknown', reason: 'failed' })
  track('of nobody')
  await platform.clock.advance(1_000)
  layer.identify({ unique_identity: 'u-8' })
  track('of u-8')
  expect((await end()).sort()).toEqual([
    ['of nobody', undefined, 'compact'],
    ['of u-7', 'u-7', 'compact'],
    ['of u-8', 'u-8', 'compact'],
  ])
})

test('a person whose fields have names of the language is known and has flags', async () => {
  const { layer, platform, track, end } = openPage()
  const odd = Object.fromEntries(NAMES_OF_THE_LANGUAGE.map((name) => [name, { [name]: name }]))
  layer.identify({ unique_identity: 'u-7', ...odd } as never)
  track('of u-7')
  await platform.clock.advance(1_000)
  expect(layer.identity.current.get()).toMatchObject({ person: { constructor: { constructor: 'constructor' } } })
  expect(await end()).toEqual([['of u-7', 'u-7', 'compact']])
  expect(platform.logged).toEqual([])
})

test('fields that cannot be read are named once, and their values are not', async () => {
  const { layer, platform } = openPage()
  const person = { unique_identity: 'u-7', tenant: 5n, plan: { secretValue: () => 'pro' }, account: { id: 9n } }
  for (let time = 0; time < 3; time += 1) {
    layer.identify(person)
    await layer.identity.refresh()
  }
  expect(platform.logged).toEqual(['Telltale (identity): A person has unreadable fields: tenant, plan, account (T148)'])
  expect(layer.identity.current.get()).toMatchObject({ person: { unique_identity: 'u-7', plan: {}, account: {} } })
})

test('a person that is changed after identify changes nothing, until it is given again', async () => {
  const { layer } = openPage()
  const person = { unique_identity: 'u-7', roles: ['clerk'] }
  layer.identify(person)
  const before = layer.identity.current.get()
  person.unique_identity = 'u-8'
  person.roles.push('owner')
  await layer.identity.refresh()
  expect(layer.identity.current.get()).toBe(before)
  expect(before).toMatchObject({ person: { unique_identity: 'u-7', roles: ['clerk'] } })
  person.unique_identity = 'u-7'
  layer.identify(person)
  expect(layer.identity.current.get()).toMatchObject({ person: { roles: ['clerk', 'owner'] } })
})

import { describe, expect, test } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createOfrep, type OfrepOptions } from './ofrep.ts'
import { ofrepServer, openPage } from './ofrepPage.suite.ts'

describe('the flags of an OFREP server', () => {
  test('are requested for the user, and are in the layer with exposures and readiness', async () => {
    const { telltale, server, settle, exposures } = openPage({ person: { role: 'admin' } })
    expect(telltale.flags.status.get()).toBe('initialising')
    await settle()
    expect(telltale.flags.status.get()).toBe('live')
    expect(telltale.flags.variationDetail('plan', 'none')).toEqual({
      value: 'pro',
      reason: { kind: 'STATIC', variant: 'paid' },
    })
    expect(exposures).toMatchObject([{ key: 'plan', flag: { value: 'pro' } }])
    expect(server.asked).toEqual([
      {
        url: 'https://flags.test/ofrep/v1/evaluate/flags',
        headers: { 'Content-Type': 'application/json' },
        context: { targetingKey: 'ann', unique_identity: 'ann', role: 'admin' },
      },
    ])
  })

  test('without a value are there, and readers have their fallbacks', async () => {
    const server = ofrepServer()
    server.flags['ann'] = [{ key: 'plan', reason: 'DISABLED' }]
    const { telltale, settle, exposures } = openPage({ server })
    await settle()
    expect(telltale.flags.variation('plan', 'none')).toBe('none')
    expect(telltale.flags.variationDetail('plan', 'none').reason).toEqual({ kind: 'DISABLED' })
    expect(telltale.flags.allFlags()).toEqual({ plan: null })
    expect(exposures[0]).toMatchObject({ key: 'plan', flag: { reason: { kind: 'DISABLED' } } })
  })

  test('with errors have no value, are no exposure, and are reported once', async () => {
    const server = ofrepServer()
    server.flags['ann'] = [
      { key: 'plan', errorCode: 'PARSE_ERROR', errorDetails: 'of ann@example.com' },
      { key: 'size', errorCode: 'GENERAL' },
      { key: 'on', value: true },
    ]
    const { telltale, settle, exposures, platform, messages } = openPage({ server, more: { streaming: true } })
    await settle()
    platform.comeBack()
    await settle()
    expect(server.asked).toHaveLength(2)
    expect(telltale.flags.variation('plan', 'none')).toBe('none')
    expect(telltale.flags.variation('on', false)).toBe(true)
    expect(exposures[0]?.flag).toBe(undefined)
    expect(messages()).toEqual([
      'The flag server could not evaluate "plan" and 1 more: PARSE_ERROR. Readers have their fallbacks. (T207)',
    ])
  })

  test('of another user are requested for that user, without the tag of the flags before', async () => {
    const { telltale, server, signIn, settle } = openPage()
    await settle()
    server.flags['bob'] = [{ key: 'plan', value: 'free' }]
    await signIn({ unique_identity: 'bob' })
    expect(telltale.flags.allFlags()).toEqual({ plan: 'free' })
    expect(server.asked.at(-1)).toMatchObject({ context: { targetingKey: 'bob' } })
    expect(server.asked.at(-1)?.headers).not.toHaveProperty('If-None-Match')
  })

  test('of an impersonated user have no exposures', async () => {
    const { telltale, settle, exposures } = openPage({ person: { mimic_user: 'sam@support.example' } })
    await settle()
    expect(telltale.flags.variation('plan', 'none')).toBe('pro')
    expect(exposures).toEqual([])
  })

  test('of an earlier visit are in force at once, for the same user and server', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk })
    await first.settle()
    first.platform.leave()
    const { telltale, server } = openPage({ disk })
    expect(telltale.flags.status.get()).toBe('cached')
    expect(telltale.flags.variationDetail('plan', 'none').reason).toEqual({ kind: 'STATIC', variant: 'paid' })
    expect(server.asked[0]?.headers).not.toHaveProperty('If-None-Match')
    const other = openPage({ disk, more: { url: 'https://other.test' } })
    expect(other.telltale.flags.allFlags()).toEqual({})
    expect(openPage({ disk, person: { unique_identity: 'bob' } }).telltale.flags.allFlags()).toEqual({})
  })

  test('of a bootstrap are in force without a request', async () => {
    const { telltale, server, settle } = openPage({ more: { bootstrap: { plan: 'given' } } })
    await settle()
    expect(telltale.flags.variation('plan', 'none')).toBe('given')
    expect(telltale.flags.bootstrapFlag('plan')?.value).toBe('given')
    expect(server.asked).toEqual([])
  })

  test('that have not changed are not sent again', async () => {
    const { telltale, server, platform, settle } = openPage({ more: { streaming: true } })
    await settle()
    platform.comeBack()
    await settle()
    expect(server.asked[1]?.headers['If-None-Match']).toBe(JSON.stringify(server.flags['ann']))
    expect(telltale.flags.status.get()).toBe('live')
    expect(telltale.flags.variation('plan', 'none')).toBe('pro')
  })
})

test('a slash at the end of the address is ignored, and the address may be one of the own server', async () => {
  const { server, settle } = openPage({ more: { url: '/proxy/' } })
  await settle()
  expect(server.asked[0]?.url).toBe('/proxy/ofrep/v1/evaluate/flags')
})

test('the application may make the context itself', async () => {
  const context: OfrepOptions['context'] = ({ key }, whole) => ({ targetingKey: key.toUpperCase(), of: whole.kind })
  const { server, settle } = openPage({ more: { context } })
  await settle()
  expect(server.asked[0]?.context).toEqual({ targetingKey: 'ANN', of: 'user' })
})

test('a context that cannot be made is reported', async () => {
  const { clock, messages, telltale } = openPage({
    more: {
      context() {
        throw new Error('no')
      },
    },
  })
  await clock.advance(5_000)
  expect(telltale.flags.status.get()).toBe('failed')
  expect(messages()).toEqual(['The flag source "ofrep https://flags.test" threw an error: Error: no (T163)'])
})

test.each([
  [undefined, 'Set url of ofrep() to the address of the server. (T167)'],
  ['https://flags.test', 'Set url of ofrep() to the address of the server. (T167)'],
  [{ url: ' ' }, 'Set url of ofrep() to the address of the server. (T167)'],
  [{ url: { production: 'a', staging: 'b' } }, 'Set url.sandbox of ofrep() to the address of the server. (T167)'],
  [{ url: 'a', headers: 'x' }, 'Set headers of ofrep() to an object of headers or a function. (T167)'],
  [{ url: 'a', context: {} }, 'Set context of ofrep() to a function. (T167)'],
  [{ url: 'a', pollIntervalMs: '5' }, 'Set pollIntervalMs of ofrep() to a number. (T167)'],
  [{ url: 'a', streaming: 'yes' }, 'Set streaming of ofrep() to true or false. (T167)'],
  [{ url: 'a', bootstrap: 'x' }, 'Set bootstrap of ofrep() to localStorage or an object of flags. (T167)'],
  [{ url: 'a', kind: 'a b' }, 'Set kind of ofrep() to letters, digits, ".", "_" and "-". (T167)'],
])('with the options %j, ofrep throws', (options, message) => {
  const { tabs } = fakePlatform()
  const ports = { tabs, channel: () => undefined }
  const create = () =>
    createOfrep(options as never, ports, () => {
      throw new Error('not now')
    })
  expect(create).toThrow(`Telltale cannot start. ${message}`)
})

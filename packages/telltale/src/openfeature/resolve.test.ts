import { OpenFeature } from '@openfeature/web-sdk'
import { describe, expect, it } from 'vitest'
import { createTestTelltale } from '../testkit/createTestTelltale.ts'
import { openFeatureProvider } from '../openfeature.ts'
import { endEach, start, startProvider } from './startProvider.suite.ts'

endEach()

const flags = { on: true, layout: 'compact', limit: 3, theme: { dark: true }, list: [1, 2], nothing: null }

describe('typed resolution', () => {
  it('gives the value with its variant, a reason and the version (1.4.3 to 1.4.7, 2.2.3 to 2.2.5)', async () => {
    const { client } = await startProvider({ flags })
    expect(client.getBooleanDetails('on', false)).toEqual({
      flagKey: 'on',
      value: true,
      variant: '0',
      reason: 'UNKNOWN',
      flagMetadata: { version: 1 },
    })
    expect(client.getStringValue('layout', 'wide')).toBe('compact')
    expect(client.getNumberValue('limit', 0)).toBe(3)
    expect(client.getObjectValue('theme', {})).toEqual({ dark: true })
    expect(client.getObjectValue('list', [])).toEqual([1, 2])
  })

  it('gives the default where the flag has none: null', async () => {
    const { client } = await startProvider({ flags })
    expect(client.getStringDetails('nothing', 'wide')).toMatchObject({ value: 'wide', variant: '0' })
    expect(client.getObjectValue('nothing', { own: 1 })).toEqual({ own: 1 })
    expect(client.getObjectValue('nothing', null)).toBe(null)
  })

  it.each([
    ['OFF', 'DISABLED'],
    ['FALLTHROUGH', 'DEFAULT'],
    ['TARGET_MATCH', 'TARGETING_MATCH'],
    ['RULE_MATCH', 'TARGETING_MATCH'],
    ['PREREQUISITE_FAILED', 'DEFAULT'],
    ['SPLIT', 'SPLIT'],
    ['OF_ITS_OWN', 'OF_ITS_OWN'],
  ])('names the reason %s as OpenFeature does', async (kind, reason) => {
    const body = { on: { value: true, version: 7, flagVersion: 4, variation: 1, reason: { kind } } }
    const { client } = await startProvider({
      answer: ({ url }) => (url.includes('/evalx/') ? { status: 200, body } : undefined),
      options: { streaming: false },
    })
    expect(client.getBooleanDetails('on', false)).toMatchObject({ reason, variant: '1', flagMetadata: { version: 4 } })
  })

  it('gives the name of the variation and the metadata that a server of OFREP sends (1.4.14, 2.2.10)', async () => {
    const details = { kind: 'STATIC', variant: 'on', owner: 'rentals', weight: 0.5, isNew: true }
    const body = { on: { value: true, version: 7, reason: details } }
    const { client } = await startProvider({
      answer: ({ url }) => (url.includes('/evalx/') ? { status: 200, body } : undefined),
      options: { streaming: false },
    })
    expect(client.getBooleanDetails('on', false)).toEqual({
      ...{ flagKey: 'on', value: true, variant: 'on', reason: 'STATIC' },
      flagMetadata: { owner: 'rentals', weight: 0.5, isNew: true, version: 7 },
    })
  })

  it('says of a flag in an experiment that it is split', async () => {
    const reason = { kind: 'FALLTHROUGH', inExperiment: true }
    const body = { on: { value: true, version: 7, variation: 1, reason } }
    const { client } = await startProvider({
      answer: ({ url }) => (url.includes('/evalx/') ? { status: 200, body } : undefined),
      options: { streaming: false },
    })
    expect(client.getBooleanDetails('on', false)).toMatchObject({
      reason: 'SPLIT',
      flagMetadata: { version: 7, inExperiment: true },
    })
  })

  it('says of an overridden flag that it is static', async () => {
    const { client, telltale } = await startProvider({ flags })
    telltale.flags.override('on', false)
    expect(client.getBooleanDetails('on', true)).toMatchObject({ value: false, reason: 'STATIC' })
  })
})

describe('errors', () => {
  it.each([
    ['getBooleanDetails', 'layout', true],
    ['getStringDetails', 'limit', 'wide'],
    ['getNumberDetails', 'on', Number.NaN],
    ['getObjectDetails', 'on', { own: 1 }],
  ] as const)(
    '%s of a flag of another type is TYPE_MISMATCH, with the default (1.4.7, 1.4.10)',
    async (read, key, own) => {
      const { client } = await startProvider({ flags })
      const details = (client[read] as (key: string, own: unknown) => unknown).call(client, key, own)
      expect(details).toMatchObject({ value: own, reason: 'ERROR', errorCode: 'TYPE_MISMATCH' })
    },
  )

  it('of an unknown flag is FLAG_NOT_FOUND, with the default', async () => {
    const { client } = await startProvider({ flags })
    expect(client.getNumberDetails('missing', Number.NaN)).toMatchObject({
      value: Number.NaN,
      reason: 'ERROR',
      errorCode: 'FLAG_NOT_FOUND',
      errorMessage: 'FLAG_NOT_FOUND',
    })
    expect(client.getBooleanDetails('constructor', false).errorCode).toBe('FLAG_NOT_FOUND')
  })

  it('is decided by the method, if the default has another type', async () => {
    const { client } = await startProvider({ flags })
    const own = undefined as unknown as boolean
    expect(client.getBooleanDetails('on', own)).toMatchObject({ value: true })
    expect(client.getBooleanDetails('layout', own)).toMatchObject({ value: undefined, errorCode: 'TYPE_MISMATCH' })
    expect(client.getObjectDetails('theme', null)).toMatchObject({ value: { dark: true } })
    expect(client.getObjectDetails('layout', null)).toMatchObject({ value: null, errorCode: 'TYPE_MISMATCH' })
  })

  it('is PROVIDER_NOT_READY before flags arrive, also where the SDK lets a read through', () => {
    const telltale = createTestTelltale({ flags: { on: true }, isLoading: true })
    const provider = openFeatureProvider(telltale)
    OpenFeature.setProvider(provider)
    const client = OpenFeature.getClient()
    expect(client.getBooleanDetails('on', false)).toMatchObject({ value: false, errorCode: 'PROVIDER_NOT_READY' })
    expect(telltale.exposures()).toEqual([])
    const logger = { ...console, warn() {} }
    expect(provider.resolveBooleanEvaluation('on', false, {}, logger)).toMatchObject({
      value: false,
      errorCode: 'PROVIDER_NOT_READY',
    })
    telltale.close()
  })

  it('says that a layer has no flags', async () => {
    const { telltale } = await start({ settings: { flags: undefined } })
    await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    expect(OpenFeature.getClient().getBooleanDetails('on', true)).toMatchObject({
      value: true,
      errorCode: 'FLAG_NOT_FOUND',
      errorMessage: expect.stringContaining('(T209)'),
    })
  })
})

describe('exposures', () => {
  it('a read is one exposure, as a read of the layer is', async () => {
    const { client, exposures, telltale } = await startProvider({ flags })
    client.getBooleanValue('on', false)
    expect(exposures).toEqual(['on=true'])
    telltale.flags.variationDetail('on', false)
    expect(exposures).toEqual(['on=true', 'on=true'])
  })

  it('a read that OpenFeature refuses for its context is none', async () => {
    const { client, exposures } = await startProvider({ flags })
    await OpenFeature.setContext({ targetingKey: 'somebody else' })
    client.getBooleanValue('on', false)
    expect(exposures).toEqual([])
  })

  it('is recorded once for a user, and not of a flag whose exposure is manual', async () => {
    const definitions = { flags: { on: { default: false }, quiet: { default: false, exposure: 'manual' as const } } }
    const telltale = createTestTelltale({ flags: { on: true, quiet: true }, definitions })
    await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    const client = OpenFeature.getClient()
    for (let times = 0; times < 3; times += 1) client.getBooleanValue('on', false)
    client.getBooleanValue('quiet', false)
    telltale.expectExposure('on', true)
    expect(() => telltale.expectExposure('quiet')).toThrow('No exposure of "quiet"')
    telltale.flags.recordExposure('quiet')
    telltale.expectExposure('quiet', true)
    telltale.close()
  })
})

it('hooks run once for a read', async () => {
  const { client } = await startProvider({ flags })
  const ran: string[] = []
  const hook = (where: string) => ({
    before: () => void ran.push(`${where} before`),
    after: () => void ran.push(`${where} after`),
    error: () => void ran.push(`${where} error`),
    finally: () => void ran.push(`${where} finally`),
  })
  OpenFeature.addHooks(hook('api'))
  client.addHooks(hook('client'))
  client.getBooleanValue('on', false)
  expect(ran).toEqual([
    ...['api before', 'client before'],
    ...['client after', 'api after'],
    ...['client finally', 'api finally'],
  ])
  ran.splice(0)
  client.getBooleanValue('layout', false)
  expect(ran.filter((one) => one.startsWith('api'))).toEqual(['api before', 'api error', 'api finally'])
})

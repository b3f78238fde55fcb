import { OpenFeature, ProviderEvents, type Client, type EvaluationDetails, type FlagValue } from '@openfeature/web-sdk'
import { describe, expect, it } from 'vitest'
import { openFeatureProvider } from '../openfeature.ts'
import { endEach, hear, start, startProvider } from './startProvider.suite.ts'

endEach()

type Read = 'getBooleanDetails' | 'getStringDetails' | 'getNumberDetails' | 'getObjectDetails'

const read = (client: Client, method: Read, ...given: [key: string, own: unknown]) =>
  (client[method] as (...args: unknown[]) => EvaluationDetails<FlagValue>).apply(client, given)

/** Each type: a value, the zero of its kind, a default, and a flag of another type. */
const TYPES = [
  ['getBooleanDetails', true, false, true, 'text'],
  ['getStringDetails', 'hi', '', 'bye', true],
  ['getNumberDetails', 10, 0, 1, 'text'],
  ['getNumberDetails', 0.5, 0, 0.1, null],
  ['getObjectDetails', { title: 'Pics', perPage: 100 }, {}, { a: 1 }, 'text'],
] as const

describe.each(TYPES)('%s of %j', (method, value, zero, own, other) => {
  it('1.4.3, 1.4.5, 1.4.6, 2.2.3, 2.2.4, 2.2.6, 2.3.2: the value, the key and the variant, without an error', async () => {
    const { client } = await startProvider({ flags: { flag: value } })
    const details = read(client, method, 'flag', own)
    expect(details).toMatchObject({ value, flagKey: 'flag', variant: '0' })
    expect([details.errorCode, details.errorMessage]).toEqual([undefined, undefined])
  })

  it('1.4.3: a value that is zero is no error', async () => {
    const { client } = await startProvider({ flags: { flag: zero } })
    expect(read(client, method, 'flag', own)).toMatchObject({ value: zero, flagKey: 'flag', variant: '0' })
  })

  it('1.4.7, 2.2.5: a reason that is a text', async () => {
    const { client } = await startProvider({ flags: { flag: value } })
    expect(read(client, method, 'flag', own).reason).toBe('UNKNOWN')
  })

  it('1.4.8, 1.4.9, 1.4.10, 2.2.7: an unknown flag has the default and an error', async () => {
    const { client } = await startProvider({ flags: { flag: value } })
    expect(read(client, method, 'missing', own)).toMatchObject({
      value: own,
      reason: 'ERROR',
      errorCode: 'FLAG_NOT_FOUND',
    })
  })

  it('1.3.4, 1.4.10: a flag of another type has the default and an error', async () => {
    const { client } = await startProvider({ flags: { flag: other } })
    const isNull = other === null
    expect(read(client, method, 'flag', own)).toMatchObject({
      value: own,
      // A flag whose value is null has the default, without an error.
      ...(isNull ? { variant: '0' } : { reason: 'ERROR', errorCode: 'TYPE_MISMATCH' }),
    })
  })

  it('1.7.6: before initialize has ended, the default and an error', async () => {
    const { telltale } = await start({ flags: { flag: value } })
    OpenFeature.setProvider(openFeatureProvider(telltale))
    expect(read(OpenFeature.getClient(), method, 'flag', own)).toMatchObject({
      value: own,
      reason: 'ERROR',
      errorCode: 'PROVIDER_NOT_READY',
    })
  })
})

it('1.4.14, 2.2.9, 2.2.10: the metadata is a frozen record of booleans, texts and numbers, or is empty', async () => {
  const { client } = await startProvider({ flags: { flag: true } })
  const { flagMetadata } = client.getBooleanDetails('flag', false)
  expect(flagMetadata).toEqual({ version: 1 })
  expect(Object.isFrozen(flagMetadata)).toBe(true)
  expect(client.getBooleanDetails('missing', false).flagMetadata).toEqual({})
})

it('2.1.1, 5.2.3: the provider has a name, which events have, too', async () => {
  const { client, change } = await startProvider({ flags: { a: 1 } })
  const names: unknown[] = [OpenFeature.getProviderMetadata().name]
  client.addHandler(ProviderEvents.ConfigurationChanged, (details) => void names.push(details?.providerName))
  await change({ a: 2 })
  expect(names).toEqual(['telltale', 'telltale'])
})

it('2.5.2: after a shutdown, it starts again from the beginning', async () => {
  const { telltale, watchers } = await start({ flags: { a: 1 } })
  const provider = openFeatureProvider(telltale)
  for (let times = 0; times < 2; times += 1) {
    await OpenFeature.setProviderAndWait(provider)
    expect([OpenFeature.getClient().providerStatus, watchers()]).toEqual(['READY', 1])
    await OpenFeature.clearProviders()
    expect(watchers()).toBe(0)
  }
})

it('5.1.2, 5.1.3: handlers of the client and of the API run, and none of another domain', async () => {
  const [one, other] = [await start({ flags: { a: 1 } }), await start({ flags: { a: 1 } })]
  await OpenFeature.setProviderAndWait('one', openFeatureProvider(one.telltale))
  await OpenFeature.setProviderAndWait('other', openFeatureProvider(other.telltale))
  const clients = [OpenFeature.getClient('one'), OpenFeature, OpenFeature.getClient('other')]
  const [own, api, elsewhere] = clients.map(hear)
  for (const list of [own, api, elsewhere]) list?.splice(0)
  await one.change({ a: 2 })
  expect([own, api, elsewhere]).toEqual([['CONFIGURATION_CHANGED a'], ['CONFIGURATION_CHANGED a'], []])
})

it('5.1.4, 5.3.2: an initialization that fails is an error with a message', async () => {
  const { telltale } = await start({ answer: ({ url }) => (url.includes('/eval') ? { status: 401 } : undefined) })
  const heard = hear(OpenFeature.getClient())
  await expect(OpenFeature.setProviderAndWait(openFeatureProvider(telltale))).rejects.toThrow('(T209)')
  expect(heard).toEqual([expect.stringMatching(/^ERROR .*\(T209\)$/)])
})

it('5.2.5: a handler that throws disturbs no other', async () => {
  const { client, change, heard } = await startProvider({ flags: { a: 1 } })
  client.addHandler(ProviderEvents.ConfigurationChanged, () => {
    throw new Error('mine')
  })
  const later = hear(client)
  later.splice(0)
  await change({ a: 2 })
  expect([heard, later]).toEqual([['CONFIGURATION_CHANGED a'], ['CONFIGURATION_CHANGED a']])
})

it('5.2.6, 5.3.1, 5.3.3: handlers outlive a provider, hear that it is ready, and at once if it is', async () => {
  const heard = hear(OpenFeature.getClient())
  const { telltale, change } = await start({ flags: { a: 1 } })
  await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
  await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
  await change({ a: 2 })
  expect(heard).toEqual(['READY', 'READY', 'CONFIGURATION_CHANGED a'])
  expect(hear(OpenFeature.getClient())).toEqual(['READY'])
})

import { OpenFeature } from '@openfeature/web-sdk'
import { describe, expect, it } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { createTestTelltale } from '../testkit/createTestTelltale.ts'
import { openFeatureProvider } from '../openfeature.ts'
import type { Start } from '../react/tests/startLayer.suite.ts'
import { createProvider } from './createProvider.ts'
import { withLifeCycle } from './withLifeCycle.ts'
import { endEach, hear, start, startProvider } from './startProvider.suite.ts'

endEach()

/** The flag service refuses for good. */
const refusing: Start['answer'] = ({ url }) => (url.includes('/eval') ? { status: 401 } : undefined)

describe('ready', () => {
  it('is said once, when the flags of the user are known, and before that a read has its default', async () => {
    const telltale = createTestTelltale({ flags: { on: true }, isLoading: true })
    const client = OpenFeature.getClient()
    const heard = hear(client)
    const ready = OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    expect([client.providerStatus, client.getBooleanValue('on', false)]).toEqual(['NOT_READY', false])
    await telltale.finishLoading()
    await ready
    expect(heard).toEqual(['READY'])
    expect([client.providerStatus, client.getBooleanValue('on', false)]).toEqual(['READY', true])
    telltale.close()
  })

  it('comes late, after an error, if flags take longer than five seconds', async () => {
    const telltale = createTestTelltale({ flags: { on: true }, isLoading: true })
    const client = OpenFeature.getClient()
    const heard = hear(client)
    const ready = expect(OpenFeature.setProviderAndWait(openFeatureProvider(telltale))).rejects.toThrow('(T209)')
    await telltale.advance(4_999)
    expect(client.providerStatus).toBe('NOT_READY')
    await telltale.advance(1)
    await ready
    expect([client.providerStatus, client.getBooleanDetails('on', false).errorCode]).toEqual([
      'ERROR',
      'PROVIDER_NOT_READY',
    ])
    await telltale.finishLoading()
    expect(heard.map((one) => one.split(' ')[0])).toEqual(['ERROR', 'CONFIGURATION_CHANGED', 'READY'])
    expect([client.providerStatus, client.getBooleanValue('on', false)]).toEqual(['READY', true])
    telltale.close()
  })

  it('is an error for a layer that is closed before it has flags, and not a wait for ever', async () => {
    const telltale = createTestTelltale({ flags: { on: true }, isLoading: true })
    telltale.close()
    await expect(OpenFeature.setProviderAndWait(openFeatureProvider(telltale))).rejects.toThrow('(T209)')
    expect(OpenFeature.getClient().getBooleanValue('on', false)).toBe(false)
  })

  it('is said for a layer that is closed later, whose last values stay', async () => {
    const { telltale } = await start({ flags: { on: true } })
    telltale.close()
    await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    expect(OpenFeature.getClient().getBooleanValue('on', false)).toBe(true)
  })
})

describe('a flag service that does not answer', () => {
  it('is an error without flags of an earlier visit', async () => {
    const { telltale } = await start({ answer: refusing })
    const client = OpenFeature.getClient()
    await expect(OpenFeature.setProviderAndWait(openFeatureProvider(telltale))).rejects.toThrow('(T209)')
    expect(client.providerStatus).toBe('ERROR')
    expect(client.getBooleanDetails('on', false)).toMatchObject({ value: false, errorCode: 'GENERAL' })
  })

  it('is stale with flags of an earlier visit', async () => {
    const disk = fakeDisk()
    const { telltale: earlier } = await start({ flags: { on: true }, disk })
    earlier.close()
    const { telltale, platform } = await start({ answer: refusing, disk })
    const client = OpenFeature.getClient()
    const heard = hear(client)
    await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    await platform.settle()
    expect([heard, client.providerStatus]).toEqual([['READY', 'STALE'], 'STALE'])
    expect(client.getBooleanDetails('on', false)).toMatchObject({ value: true, reason: 'STALE' })
    await OpenFeature.setContext({})
    await platform.settle()
    expect(client.providerStatus).toBe('STALE')
  })

  it('has cached values until it answers', async () => {
    const disk = fakeDisk()
    const { telltale: earlier } = await start({ flags: { on: true }, disk })
    earlier.close()
    const { telltale } = await start({
      answer: ({ url }) => (url.includes('/eval') ? new Promise<never>(() => {}) : undefined),
      disk,
    })
    await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    expect(OpenFeature.getClient().getBooleanDetails('on', false)).toMatchObject({ value: true, reason: 'CACHED' })
  })
})

describe('changes', () => {
  it('name the flags that have changed, and no others', async () => {
    const { client, heard, change } = await startProvider({ flags: { a: 1, b: 2, c: { x: 1 } } })
    await change({ b: 3 })
    expect(heard).toEqual(['CONFIGURATION_CHANGED b'])
    expect(client.getNumberValue('b', 0)).toBe(3)
    await change({ a: 2, b: 4, c: { x: 1 } })
    await change({ d: true })
    await change({ d: true })
    expect(heard.slice(1)).toEqual(['CONFIGURATION_CHANGED a b', 'CONFIGURATION_CHANGED d'])
  })

  it('are heard of an override', async () => {
    const { heard, telltale } = await startProvider({ flags: { a: 1 } })
    telltale.flags.override('a', 2)
    telltale.flags.override('a', undefined)
    expect(heard).toEqual(['CONFIGURATION_CHANGED a', 'CONFIGURATION_CHANGED a'])
  })

  it('are followed while the provider is registered, and not afterwards', async () => {
    const { heard, watchers, change } = await startProvider({ flags: { a: 1 } })
    expect(watchers()).toBe(1)
    await OpenFeature.clearProviders()
    expect(watchers()).toBe(0)
    await change({ a: 2 })
    expect(heard.filter((one) => one.startsWith('CONFIG'))).toEqual([])
  })

  it('are heard once by a client of a provider that is registered twice', async () => {
    const { telltale, change, watchers, client, heard } = await startProvider({ flags: { a: 1 } })
    const provider = OpenFeature.getProvider()
    OpenFeature.setProvider(provider)
    await OpenFeature.setProviderAndWait('other', provider)
    const inOther = hear(OpenFeature.getClient('other'))
    inOther.splice(0)
    heard.splice(0)
    await change({ a: 2 })
    expect([heard, inOther, watchers()]).toEqual([['CONFIGURATION_CHANGED a'], ['CONFIGURATION_CHANGED a'], 1])
    expect(client.getNumberValue('a', 0)).toBe(2)
    expect(telltale.ready.get()).toBe(true)
  })

  it('are heard once of a provider that is started twice, as two of OpenFeature’s multi-providers do', async () => {
    const { telltale, change, watchers } = await start({ flags: { a: 1 } })
    const provider = openFeatureProvider(telltale)
    const heard: unknown[] = []
    provider.events?.addHandler('PROVIDER_CONFIGURATION_CHANGED' as never, (details) => void heard.push(details))
    await Promise.all([provider.initialize?.(), provider.initialize?.()])
    await change({ a: 2 })
    expect([heard, watchers()]).toEqual([[{ flagsChanged: ['a'] }], 1])
    await provider.onClose?.()
    expect(watchers()).toBe(0)
  })

  it('of a provider that was removed and is registered again are heard', async () => {
    const { telltale, change } = await start({ flags: { a: 1 } })
    const provider = openFeatureProvider(telltale)
    await OpenFeature.setProviderAndWait(provider)
    await OpenFeature.clearProviders()
    await change({ a: 2 })
    await OpenFeature.setProviderAndWait(provider)
    const heard = hear(OpenFeature.getClient())
    heard.splice(0)
    await change({ a: 3 })
    expect(heard).toEqual(['CONFIGURATION_CHANGED a'])
  })
})

it('shutdown leaves the layer open', async () => {
  const { telltale, change, client } = await startProvider({ flags: { a: 1 } })
  await OpenFeature.close()
  await change({ a: 2 })
  expect(telltale.flags.variation('a', 0)).toBe(2)
  expect(telltale.track('Still here')).toEqual(expect.any(String))
  expect(client.getNumberValue('a', 0)).toBe(2)
})

describe('a provider that emits the events of its life itself, as version 0.9 of the specification says', () => {
  it('says that it is ready before initialize ends, and the SDK of version 1 says so again', async () => {
    const { telltale } = await start({ flags: { a: 1 } })
    const provider = withLifeCycle(createProvider(telltale))
    const heard: string[] = []
    provider.events?.addHandler('PROVIDER_READY' as never, () => void heard.push('provider'))
    await provider.initialize?.({})
    expect(heard).toEqual(['provider'])
    await provider.onClose?.()
    const client = OpenFeature.getClient()
    const all = hear(client)
    await OpenFeature.setProviderAndWait(provider)
    expect(all).toEqual(['READY', 'READY'])
  })

  it('says that it has failed, and why', async () => {
    const { telltale } = await start({ answer: refusing })
    const provider = withLifeCycle(createProvider(telltale))
    const heard: unknown[] = []
    provider.events?.addHandler('PROVIDER_ERROR' as never, (details) => void heard.push(details))
    await expect(provider.initialize?.({})).rejects.toThrow('(T209)')
    expect(heard).toEqual([{ message: expect.stringContaining('(T209)'), errorCode: 'GENERAL' }])
  })

  it('says that it follows another context', async () => {
    const { telltale } = await start({ flags: { a: 1 } })
    const provider = withLifeCycle(createProvider(telltale))
    const heard: string[] = []
    for (const type of ['RECONCILING', 'CONTEXT_CHANGED', 'ERROR', 'READY'])
      provider.events?.addHandler(`PROVIDER_${type}` as never, () => void heard.push(type))
    await provider.initialize?.({})
    await provider.onContextChange?.({}, { plan: 'pro' })
    await expect(provider.onContextChange?.({}, { targetingKey: 'other' })).rejects.toThrow('(T211)')
    expect(heard).toEqual(['READY', 'CONTEXT_CHANGED', 'RECONCILING', 'ERROR'])
  })
})

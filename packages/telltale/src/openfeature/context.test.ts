import { OpenFeature } from '@openfeature/web-sdk'
import { describe, expect, it, vi } from 'vitest'
import { createTestTelltale } from '../testkit/createTestTelltale.ts'
import { openFeatureProvider } from '../openfeature.ts'
import { endEach, hear, start, startProvider } from './startProvider.suite.ts'

endEach()

describe('the user is that of the layer', () => {
  it('a targeting key of the user is accepted', async () => {
    const { client, heard } = await startProvider({ flags: { a: 1 } })
    await OpenFeature.setContext({ targetingKey: 'ida' })
    expect([heard, client.providerStatus, client.getNumberValue('a', 0)]).toEqual([['CONTEXT_CHANGED'], 'READY', 1])
  })

  it('a targeting key of another person is INVALID_CONTEXT, until it is taken back', async () => {
    const { client, heard, change } = await startProvider({ flags: { a: 1 } })
    await OpenFeature.setContext({ targetingKey: 'marcus' })
    expect(heard).toEqual(['RECONCILING', expect.stringMatching(/^ERROR .*\(T211\)/)])
    expect(client.getNumberDetails('a', 0)).toMatchObject({ value: 0, reason: 'ERROR', errorCode: 'INVALID_CONTEXT' })
    await change({ a: 2 })
    expect(client.providerStatus).toBe('ERROR')
    await OpenFeature.setContext({})
    expect([client.providerStatus, client.getNumberValue('a', 0)]).toEqual(['READY', 2])
  })

  it('a provider that is set with the context of another person has an error', async () => {
    const { telltale } = await start({ flags: { a: 1 } })
    const setting = OpenFeature.setProviderAndWait(openFeatureProvider(telltale), { targetingKey: 'marcus' })
    await expect(setting).rejects.toThrow('(T211)')
    expect(OpenFeature.getClient().getNumberDetails('a', 0).errorCode).toBe('INVALID_CONTEXT')
  })

  it('a context that comes before the user is known waits for the user', async () => {
    const telltale = createTestTelltale({ flags: { a: 1 }, identity: { unique_identity: 'ida' }, isLoading: true })
    const ready = OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    const client = OpenFeature.getClient()
    const context = OpenFeature.setContext({ targetingKey: 'ida' })
    await telltale.finishLoading()
    await Promise.all([ready, context])
    expect([client.providerStatus, client.getNumberValue('a', 0)]).toEqual(['READY', 1])
    telltale.close()
  })

  it('another user of the layer is a context change that clients hear', async () => {
    const { client, heard, serve, signIn, platform } = await startProvider({ flags: { a: 1 } })
    serve({ person: { unique_identity: 'marcus' }, flags: { a: 2 } })
    await signIn()
    await platform.clock.advance(100)
    expect(heard).toEqual(['RECONCILING', 'CONFIGURATION_CHANGED a', 'CONFIGURATION_CHANGED a', 'CONTEXT_CHANGED'])
    expect(client.getNumberValue('a', 0)).toBe(2)
  })

  it('another token of the same user is not', async () => {
    const { heard, signIn, platform } = await startProvider({ flags: { a: 1 } })
    await signIn()
    await platform.clock.advance(100)
    expect(heard).toEqual([])
  })

  it('a refused context is right once that person has signed in', async () => {
    const { client, serve, signIn, platform } = await startProvider({ flags: { a: 1 } })
    await OpenFeature.setContext({ targetingKey: 'marcus' })
    serve({ person: { unique_identity: 'marcus' }, flags: { a: 2 } })
    await signIn()
    await platform.clock.advance(100)
    expect([client.providerStatus, client.getNumberValue('a', 0)]).toEqual(['READY', 2])
  })

  it('a sign-out and an impersonation are context changes, too', async () => {
    const telltale = createTestTelltale({ flags: { a: 1 } })
    await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
    const heard = hear(OpenFeature.getClient())
    heard.splice(0)
    telltale.impersonate({}, 'support@example.com')
    await telltale.advance(0)
    telltale.signOut()
    await telltale.advance(0)
    expect(heard.filter((one) => one === 'CONTEXT_CHANGED')).toHaveLength(2)
    telltale.close()
  })
})

it('attributes that do not reach the flag service are reported once', async () => {
  const { client } = await startProvider({ flags: { a: 1 } })
  const warn = vi.fn<(message: string) => void>()
  client.setLogger({ error() {}, warn, info() {}, debug() {} })
  await OpenFeature.setContext({ targetingKey: 'ida', plan: 'pro', region: 'eu' })
  for (let times = 0; times < 3; times += 1) expect(client.getNumberValue('a', 0)).toBe(1)
  expect(warn.mock.calls).toEqual([['Attributes of the context do not reach the flag service: plan, region. (T210)']])
})

it('two domains have two layers', async () => {
  const [one, other] = [await start({ flags: { a: 1 } }), await start({ flags: { a: 2 } })]
  await OpenFeature.setProviderAndWait('one', openFeatureProvider(one.telltale))
  await OpenFeature.setProviderAndWait('other', openFeatureProvider(other.telltale))
  const [first, second] = [OpenFeature.getClient('one'), OpenFeature.getClient('other')]
  const heard = [hear(first), hear(second)]
  heard.forEach((list) => list.splice(0))
  await other.change({ a: 3 })
  expect(heard).toEqual([[], ['CONFIGURATION_CHANGED a']])
  expect([first.getNumberValue('a', 0), second.getNumberValue('a', 0)]).toEqual([1, 3])
  await OpenFeature.setContext('other', { targetingKey: 'marcus' })
  expect([first.providerStatus, second.providerStatus]).toEqual(['READY', 'ERROR'])
  expect([one.exposures, other.exposures]).toEqual([['a=1'], ['a=3']])
})

it('track records an event of the layer, with its details', async () => {
  const telltale = createTestTelltale()
  await OpenFeature.setProviderAndWait(openFeatureProvider(telltale))
  const client = OpenFeature.getClient()
  client.track('Quote sent', { value: 99.5, currency: 'EUR' })
  client.track('Quote opened')
  await telltale.advance(0)
  expect(telltale.events().map(({ name, properties }) => [name, properties])).toMatchObject([
    ['Quote sent', { value: 99.5, currency: 'EUR' }],
    ['Quote opened', {}],
  ])
  expect(telltale.events()[0]?.identity.id).toBe('test-user')
  telltale.close()
})

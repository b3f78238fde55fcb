import { afterEach, expect, test, vi } from 'vitest'
import { collector } from './collector.ts'
import { flagSource } from './flag-source.ts'
import { launchDarkly } from './flags.ts'
import { createTelltale } from './index.ts'
import { pageViews } from './page-views.ts'
import { session } from './session.ts'
import { automation, commonProperties, sample } from './steps.ts'

// The unit tests run in Node, which has no document: it is a server.

const settings = {
  app: 'Quotes',
  api: 'https://api.test',
  auth: { token: () => 'b8c1a3d2-5f0e-4a57-9c38-1d2e3f4a5b6c' },
  flags: launchDarkly({ clientSideId: 'quotes', bootstrap: { 'new-pricing': true } }),
  destinations: [collector({ url: 'https://collect.test' })],
  events: { steps: [session(), pageViews(), commonProperties(() => ({ release: '1' })), sample(0.5), automation()] },
}

afterEach(() => vi.restoreAllMocks())

test('on a server a layer draws nothing random and reads no clock', () => {
  const unstable = [
    vi.spyOn(crypto, 'randomUUID'),
    vi.spyOn(crypto, 'getRandomValues'),
    vi.spyOn(Math, 'random'),
    vi.spyOn(Date, 'now'),
    vi.spyOn(performance, 'now'),
    vi.spyOn(globalThis, 'Date'),
  ]
  const telltale = createTelltale(settings)
  telltale.track('Quote sent')
  expect(telltale.flags.variation('new-pricing', false)).toBe(true)
  for (const call of unstable) expect(call).not.toHaveBeenCalled()
})

test('on a server diagnostics say that events are in memory, because a server has no storage', () => {
  expect(createTelltale(settings).diagnostics.get().storage).toBe('memory')
})

test('on a server nothing that is awaited hangs', async () => {
  const telltale = createTelltale({ ...settings, flags: launchDarkly({ clientSideId: 'quotes' }) })
  await telltale.ready.within(1_000)
  await telltale.identity.refresh()
  expect(telltale.flags.variation('new-pricing', false)).toBe(false)
})

test('on a server a flag source is not asked, and the flags are those of the bootstrap', async () => {
  const create = vi.fn(() => ({ fetch: () => Promise.reject(new Error('A server asks for nothing.')) }))
  const flags = flagSource({ name: 'own', create, bootstrap: { 'new-pricing': true }, streaming: true })
  const telltale = createTelltale({ ...settings, flags })
  await telltale.ready.within(1_000)
  expect(telltale.flags.variation('new-pricing', false)).toBe(true)
  expect(create).not.toHaveBeenCalled()
})

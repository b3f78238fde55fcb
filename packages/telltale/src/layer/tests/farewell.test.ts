import { expect, it } from 'vitest'
import { heap } from '../../adapters/heap.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'

it('an event tracked at the moment of a logout reaches a vendor’s script as the last event of its user', async () => {
  const calls: string[] = []
  const script = {
    loaded: true,
    appid: 'p-1',
    identify: (id: string) => calls.push(`identify ${id}`),
    track: (name: string) => calls.push(name),
    resetIdentity: () => calls.push('reset'),
  }
  const platform = fakePlatform(() => ({ status: 200, body: { unique_identity: 'ida' } }))
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
      analytics: vendorDestination(heap({ instance: () => script })),
    },
    platform,
  )
  await platform.clock.advance(1_000)
  calls.length = 0
  telltale.track('Signed out')
  telltale.identity.reset()
  await platform.settle()
  telltale.track('Sign-in shown')
  await platform.clock.advance(2_000)
  expect(calls).toEqual(['Signed out', 'reset', 'Sign-in shown'])
  expect(telltale.diagnostics.get().dropped).toEqual({})
  telltale.close()
})

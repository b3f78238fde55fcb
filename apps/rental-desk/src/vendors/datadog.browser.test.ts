import { datadogRum } from '@datadog/browser-rum'
import { datadog, type DatadogRum } from 'telltale/datadog'
import { createTestTelltale } from 'telltale/testing'
import { expect, it } from 'vitest'
import { flags } from '../flags.ts'

it('actions in the views of Datadog’s SDK have the flags that were evaluated before the SDK loaded', async () => {
  const actions: unknown[] = []
  const page: { rum?: DatadogRum } = {}
  const telltale = createTestTelltale({
    definitions: { flags },
    flags: { 'new-pricing': true },
    settings: { monitoring: datadog({ instance: () => page.rum }) },
  })
  telltale.flags.variation('new-pricing', false)
  await telltale.advance(5_000)

  datadogRum.init({
    applicationId: '00000000-0000-4000-8000-000000000000',
    clientToken: 'local',
    proxy: `${location.origin}/no-intake`,
    trackFeatureFlagsForEvents: ['action'],
    telemetrySampleRate: 0,
    beforeSend(event) {
      if (event.type === 'action') actions.push([event.action.target?.name, event.view.name, event.feature_flags])
      return true // the SDK does not allow views to be discarded
    },
  })
  page.rum = datadogRum
  // The SDK starts a moment after init.
  await expect.poll(() => datadogRum.getInternalContext()).toBeDefined()
  datadogRum.startView('quote')
  await telltale.advance(5_000)
  datadogRum.addAction('of the application')
  datadogRum.startView('fleet')
  telltale.track('Fleet viewed', { machines: 3 })
  await telltale.advance(5_000)

  const shown = { new_pricing: true }
  await expect.poll(() => actions).toContainEqual(['of the application', 'quote', shown])
  await expect.poll(() => actions).toContainEqual(['Fleet viewed', 'fleet', shown])
  telltale.close()
})

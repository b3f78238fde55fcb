import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { pageSettings } from './pageSettings.js'

const telltale = createTelltale(pageSettings({ collector, launchDarkly }))
telltale.track('Page shown')

function show() {
  const identity = telltale.identity.current.get()
  const hasNewPricing = telltale.flags.variation('new-pricing', false)
  document.body.textContent =
    identity.status === 'known' ? `${identity.person.user_name}: ${hasNewPricing}` : identity.status
}
telltale.identity.current.subscribe(show)
telltale.flags.watch('new-pricing', show)

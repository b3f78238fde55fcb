import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { TelltaleProvider, useFlag, useIdentity, useTrackView } from 'telltale/react'
import { pageSettings } from './pageSettings.js'

function Page() {
  const identity = useIdentity()
  const hasNewPricing = useFlag('new-pricing', false)
  useTrackView('Page shown')
  return identity.status === 'known' ? `${identity.person.user_name}: ${hasNewPricing}` : identity.status
}

const telltale = createTelltale(pageSettings({ collector, launchDarkly }))
createRoot(document.body).render(createElement(TelltaleProvider, { telltale }, createElement(Page)))

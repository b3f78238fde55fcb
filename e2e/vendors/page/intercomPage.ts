import { Intercom, trackEvent } from '@intercom/messenger-js-sdk'
import { intercom } from 'telltale/intercom'
import { startDesk } from './startDesk.ts'

declare global {
  /** Calls the vendor's SDK as an application does. */
  var sdk: { Intercom: typeof Intercom; trackEvent: typeof trackEvent }
}

globalThis.sdk = { Intercom, trackEvent }

/** An application that loads the messenger with the vendor's SDK, and leaves the rest to the layer. */
Intercom({ app_id: 'desk', region: 'eu' })
startDesk({ messaging: intercom({ appId: 'desk' }) })

import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { events } from './events.ts'
import { waitingEvents } from './delivery/waitingEvents.ts'
import { flags } from './flags.ts'
import { services } from './services.ts'
import { session } from './session/session.ts'

declare module 'telltale' {
  interface Register {
    flags: typeof flags
    events: typeof events
  }
}

export const telltale = createTelltale({
  promotion: 'sandbox',
  app: { name: 'Rental Desk', platform: 'web', multiPage: false, internal: true },
  api: {
    production: `${services}/api/production`,
    staging: `${services}/api/staging`,
    sandbox: `${services}/api/sandbox`,
  },
  projects: {
    production: { internal: '2918840117', external: '2918840224' },
    staging: { internal: '1460077315', external: '1460077422' },
    sandbox: { internal: '3304516609', external: '3304516716' },
  },
  auth: { token: () => session.token },
  definitions: { flags, events },
  flags: launchDarkly({
    clientSideId: 'rental-desk-local',
    baseUrl: services,
    streamUrl: services,
    eventsUrl: services,
    streaming: true,
    // A known user's first paint has their flags of the last visit.
    bootstrap: 'localStorage',
    evaluationReasons: true,
  }),
  destinations: [collector({ url: `${services}/collect` })],
  observers: [waitingEvents.observe],
})

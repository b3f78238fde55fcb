import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { services } from './services.ts'
import { session } from './session/session.ts'

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
  flags: launchDarkly({
    clientSideId: 'rental-desk-local',
    baseUrl: services,
    streamUrl: services,
    eventsUrl: services,
    streaming: true,
  }),
  destinations: [collector({ url: `${services}/collect` })],
})

import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'
import { datadog } from 'telltale/datadog'
import { launchDarkly } from 'telltale/flags'
import { heap } from 'telltale/heap'
import { inspector } from 'telltale/inspector'
import { intercom } from 'telltale/intercom'
import { validateEvents } from 'telltale/validate'
import { visitor } from 'telltale/visitor'
import { accounts } from './accounts.ts'
import { collectorAcceptance } from './delivery/acceptance.ts'
import { traceEvents } from './delivery/eventTrace.ts'
import { events } from './events.ts'
import { flags } from './flags.ts'
import { projects } from './projects.ts'
import { services } from './services.ts'
import { session } from './session/session.ts'
import { startDatadog } from './vendors/datadog.ts'
import { startHeap } from './vendors/heap.ts'
import { startIntercom } from './vendors/intercom.ts'

/** The address of the stand-ins for the vendors' scripts and intakes. */
const vendors = `${services}/vendors`

declare module 'telltale' {
  interface Register {
    flags: typeof flags
    events: typeof events
  }
}

// Makes an incremental build check the components again when this file changes.
declare module 'telltale/react' {}

export const telltale = createTelltale({
  promotion: 'sandbox',
  app: { name: 'Rental Desk', platform: 'web', multiPage: false, internal: true },
  api: {
    production: `${services}/api/production`,
    staging: `${services}/api/staging`,
    sandbox: `${services}/api/sandbox`,
  },
  projects,
  auth: { token: () => session.token },
  identity: { accounts, visitor: visitor() },
  definitions: { flags, events },
  flags: launchDarkly({
    clientSideId: 'rental-desk-local',
    baseUrl: services,
    streamUrl: services,
    eventsUrl: services,
    streaming: true,
    // For a known user, the first paint uses the flags of the last visit.
    bootstrap: 'localStorage',
    evaluationReasons: true,
  }),
  analytics: heap({ instance: startHeap(vendors, projects.sandbox.internal) }),
  monitoring: datadog({ instance: startDatadog(`${vendors}/datadog`) }),
  messaging: intercom({ appId: 'rental-desk', instance: startIntercom(vendors) }),
  destinations: [collector({ url: `${services}/collect` })],
  // Always on, because this is a demo: the console of the local services shows the delivery of each event.
  observers: [
    consoleLink({ url: services }),
    traceEvents,
    collectorAcceptance.observer,
    inspector(),
    // Only in development: events that do not fit their schema concern the developers of the application.
    ...(import.meta.env.DEV ? [validateEvents()] : []),
  ],
})

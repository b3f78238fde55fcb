import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { consent } from 'telltale/consent'
import { consoleLink } from 'telltale/console'
import { datadog } from 'telltale/datadog'
import { launchDarkly } from 'telltale/flags'
import { heap } from 'telltale/heap'
import { inspector } from 'telltale/inspector'
import { intercom } from 'telltale/intercom'
import { validateEvents } from 'telltale/validate'
import { visitor } from 'telltale/visitor'
import { accounts } from './accounts.ts'
import { asksForConsent } from './consent/asking.ts'
import { lateScript } from './consent/lateScript.ts'
import { collectorAcceptance } from './delivery/acceptance.ts'
import { traceEvents } from './delivery/eventTrace.ts'
import { events } from './events.ts'
import { flags } from './flags.ts'
import { ownStorage } from './ownStorage.ts'
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

/** The users of the desk are employees, whom it does not ask by default. */
const isAsking = asksForConsent(location.search, ownStorage)

const scripts = {
  analytics: lateScript(() => startHeap(vendors, projects.sandbox.internal)),
  monitoring: lateScript(() => startDatadog(`${vendors}/datadog`)),
  messaging: lateScript(() => startIntercom(vendors)),
}
if (!isAsking) for (const { start } of Object.values(scripts)) start()

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
  analytics: heap({ instance: scripts.analytics.instance }),
  monitoring: datadog({ instance: scripts.monitoring.instance }),
  messaging: intercom({ appId: 'rental-desk', instance: scripts.messaging.instance }),
  destinations: [collector({ url: `${services}/collect` })],
  consent: consent({
    text: 'November 2026',
    initial: isAsking ? {} : { analytics: true, monitoring: true, messaging: true },
    respects: isAsking ? ['gpc'] : [],
  }),
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

// Scripts of vendors are put into the page when they are allowed.
telltale.consent?.subscribe(({ purposes }) => {
  for (const [purpose, { start }] of Object.entries(scripts)) if (purposes[purpose] === 'granted') start()
})

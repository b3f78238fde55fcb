import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { validateEvents } from 'telltale/validate'
import { flags } from './flags'

const services: string = import.meta.env.VITE_TELLTALE_SERVICES ?? 'http://127.0.0.1:4801' // npx telltale dev

export const telltale = createTelltale({
  app: 'Quotes',
  api: `${services}/api/sandbox`,
  auth: { token: () => '11111111-1111-4111-8111-111111111111' }, // a user of telltale/users.json: replace it with your session
  flags: launchDarkly({
    clientSideId: 'my-app-local',
    baseUrl: services,
    streamUrl: services,
    eventsUrl: services,
    streaming: true,
  }),
  destinations: [collector({ url: `${services}/collect` })],
  definitions: { flags },
  // Neither the schemas nor their library is in a production bundle.
  observers: import.meta.env.DEV ? [validateEvents(() => import('./events').then(({ events }) => events))] : [],
})

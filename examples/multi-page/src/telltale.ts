import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'

const services: string = import.meta.env.VITE_TELLTALE_SERVICES ?? 'http://127.0.0.1:4801' // npx telltale dev

/** One layer for each page. With `multiPage`, the load event is sent once per session, and not by each page. */
export const telltale = createTelltale({
  app: { name: 'Quotes', multiPage: true },
  api: `${services}/api/sandbox`,
  auth: { token: () => '11111111-1111-4111-8111-111111111111' }, // a user of telltale/users.json: replace it with your session
  destinations: [collector({ url: `${services}/collect` })],
})

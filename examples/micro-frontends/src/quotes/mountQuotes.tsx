import { createRoot } from 'react-dom/client'
import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { TelltaleProvider } from 'telltale/react'
import type { Shared } from '../shared'
import { Quotes } from './Quotes'

/** Shows the application, and returns a function that removes it. */
export function mountQuotes(element: Element, { services, token }: Shared): () => void {
  const telltale = createTelltale({
    app: 'Quotes',
    api: `${services}/api/sandbox`,
    auth: { token },
    flags: launchDarkly({
      clientSideId: 'my-app-local',
      baseUrl: services,
      streamUrl: services,
      eventsUrl: services,
      streaming: true,
    }),
    destinations: [collector({ url: `${services}/collect` })],
  })
  const root = createRoot(element)
  root.render(
    <TelltaleProvider telltale={telltale}>
      <Quotes />
    </TelltaleProvider>,
  )
  return () => {
    root.unmount()
    telltale.close()
  }
}

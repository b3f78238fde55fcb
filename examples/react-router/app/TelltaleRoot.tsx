import type { ReactNode } from 'react'
import { createTelltale, type Settings } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { TelltaleProvider } from 'telltale/react'
import { services } from './services'

interface Props {
  token: string
  bootstrap: object
  children: ReactNode
}

export function TelltaleRoot({ token, bootstrap, children }: Props) {
  const settings: Settings = {
    app: 'Welcome',
    api: `${services}/api/sandbox`,
    auth: { token: () => token },
    flags: launchDarkly({
      clientSideId: 'my-app-local',
      baseUrl: services,
      streamUrl: services,
      eventsUrl: services,
      streaming: true,
      bootstrap,
    }),
    destinations: [collector({ url: `${services}/collect` })],
  }
  return (
    <TelltaleProvider create={createTelltale} settings={settings}>
      {children}
    </TelltaleProvider>
  )
}

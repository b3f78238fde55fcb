import type { ReactNode } from 'react'
import { createTelltale, type Settings } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { TelltaleProvider } from 'telltale/react'
import { services } from './services'

interface Props {
  /** The token and the flags of the user, or `null` if nobody is signed in. */
  token: string | null
  bootstrap: object | null
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
      bootstrap: bootstrap ?? 'localStorage',
    }),
    destinations: [collector({ url: `${services}/collect` })],
  }
  return (
    <TelltaleProvider create={createTelltale} settings={settings}>
      {children}
    </TelltaleProvider>
  )
}

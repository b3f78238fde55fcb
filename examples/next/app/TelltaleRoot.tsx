'use client'

import type { ReactNode } from 'react'
import { createTelltale, type Settings } from 'telltale'
import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'
import { launchDarkly } from 'telltale/flags'
import { TelltaleProvider } from 'telltale/react'
import { services } from './services'

interface Props {
  /** Of the user who is signed in, if there is one. */
  token: string | null
  bootstrap: object | undefined
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
    observers: process.env.NODE_ENV === 'development' ? [consoleLink({ url: services })] : [],
  }
  return (
    <TelltaleProvider create={createTelltale} settings={settings}>
      {children}
    </TelltaleProvider>
  )
}

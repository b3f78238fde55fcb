import { useEffect, type ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { createTelltale, type Settings } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { pageViews, paramsPattern } from 'telltale/page-views'
import { TelltaleProvider } from 'telltale/react'
import { session } from 'telltale/session'
import { services } from './services'

/** The pattern of the route, such as `/tours/:tour`, for page views. */
const route = paramsPattern()

interface Props {
  /** The token and the flags of the user, or `null` if nobody is signed in. */
  token: string | null
  bootstrap: object | null
  children: ReactNode
}

export function TelltaleRoot({ token, bootstrap, children }: Props) {
  const { pathname } = useLocation()
  const params = useParams()
  useEffect(() => route.set(pathname, params), [pathname, params])

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
    events: { steps: [session(), pageViews({ pattern: route.pattern })] },
    destinations: [collector({ url: `${services}/collect` })],
  }
  return (
    <TelltaleProvider create={createTelltale} settings={settings}>
      {children}
    </TelltaleProvider>
  )
}

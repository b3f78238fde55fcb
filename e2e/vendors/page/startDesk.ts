import { createTelltale, type Settings, type Telltale } from 'telltale'
import { launchDarkly } from 'telltale/flags'

/** What a page of these journeys receives before its script runs. */
export interface PageSettings {
  /** The address of the local services. */
  readonly services: string
  /** The user who is signed in when the page loads. */
  readonly token?: string
}

/** The actions of a journey in the page. */
export interface PageDesk {
  readonly telltale: Telltale
  signIn(token: string): Promise<void>
  signOut(): void
}

declare global {
  var pageSettings: PageSettings
  var desk: PageDesk
}

/** The analytics project that the layer expects at every level. */
export const PROJECT = '1234567890'

const ids = { internal: PROJECT, external: PROJECT }

/** An application whose identity and flags come from the local services, with the vendors of these settings. */
export function startDesk(settings: Partial<Settings>): Telltale {
  const { services } = pageSettings
  let { token } = pageSettings
  const telltale = createTelltale({
    promotion: 'sandbox',
    app: { name: 'Desk' },
    api: {
      production: `${services}/api/production`,
      staging: `${services}/api/staging`,
      sandbox: `${services}/api/sandbox`,
    },
    projects: { production: ids, staging: ids, sandbox: ids },
    auth: { token: () => token ?? null },
    flags: launchDarkly({
      clientSideId: 'rental-desk-local',
      baseUrl: services,
      streamUrl: services,
      eventsUrl: services,
    }),
    ...settings,
  })
  globalThis.desk = {
    telltale,
    signIn(given) {
      token = given
      return telltale.identity.refresh()
    },
    signOut() {
      token = undefined
      telltale.identity.reset()
    },
  }
  return telltale
}

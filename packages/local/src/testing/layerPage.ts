import { createTelltale, type Settings, type Telltale } from 'telltale'
import { collector, type CollectorOptions } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'

/** The settings of a layer that a test can pass to a page. */
export interface LayerStart extends Pick<Settings, 'app' | 'api' | 'projects'> {
  readonly events?: { readonly maxBytes: number }
  readonly promotion?: 'production' | 'staging' | 'sandbox'
  readonly services: string
  readonly environment: string
  readonly token: string
  readonly idToken?: string
  /** A function cannot be passed to a page. */
  readonly collector: Omit<CollectorOptions, 'headers'>
}

/** What this script adds to `globalThis` of its page. */
export interface LayerPage {
  start(how: LayerStart): void
  telltale: Telltale
}

const page = globalThis as unknown as LayerPage

page.start = ({ services, environment, token, idToken, collector: options, ...settings }) => {
  page.telltale = createTelltale({
    ...settings,
    auth: { token: () => token, ...(idToken !== undefined && { idToken: () => idToken }) },
    flags: launchDarkly({ clientSideId: environment, baseUrl: services, streamUrl: services, eventsUrl: services }),
    destinations: [collector(options)],
  })
}

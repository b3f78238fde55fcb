import { createTelltale, type Telltale } from 'telltale'
import { collector } from 'telltale/collector'
import { consent, type ConsentSettings } from 'telltale/consent'
import { launchDarkly } from 'telltale/flags'
import { pageViews } from 'telltale/page-views'
import { session } from 'telltale/session'
import { exposures } from 'telltale/steps'
import { vendor } from 'telltale/vendor'
import { visitor } from 'telltale/visitor'

declare global {
  /** What the test tells the page. */
  var SETTINGS: { readonly person: string | null; readonly consent: ConsentSettings }
  /** The layer of this page, and what its vendor's script was called with. */
  var allowed: { readonly telltale: Telltale; readonly calls: (readonly unknown[])[] } | undefined
}

const { person, consent: asked } = globalThis.SETTINGS
const here = location.origin
const calls: (readonly unknown[])[] = []

const telltale = createTelltale({
  app: { name: 'Consent', multiPage: true },
  identity: { person: () => (person === null ? null : { unique_identity: person }), visitor: visitor() },
  flags: launchDarkly({ clientSideId: 'consent', baseUrl: here, eventsUrl: here, streamUrl: here }),
  monitoring: vendor({
    name: 'script',
    identify: () => void calls.push(['identify']),
    reset: () => void calls.push(['reset']),
    track: ({ name }) => void calls.push(['track', name]),
    allow: (isAllowed) => void calls.push(['allow', isAllowed]),
    cookies: ['_script.'],
  }),
  destinations: [collector({ url: `${here}/collect` })],
  events: { steps: [session(), pageViews(), exposures()] },
  consent: consent(asked),
})

globalThis.allowed = { telltale, calls }

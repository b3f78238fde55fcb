import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { exposures } from 'telltale/steps'

declare global {
  /** What the server tells the page of its visitor. */
  var VISIT: { readonly collector: string; readonly token: string; readonly target: string }
  /** Shows the flag, and leaves the page in the same task if its variation says so. Answers the variation. */
  var show: (() => string) | undefined
}

const { collector: url, token, target } = globalThis.VISIT
const here = location.origin

const telltale = createTelltale({
  app: 'Landing',
  api: here,
  auth: { token: () => token },
  flags: launchDarkly({ clientSideId: 'landing', baseUrl: here, sendEvents: false, streaming: false }),
  destinations: [collector({ url: `${url}/collect` })],
  events: { steps: [exposures()] },
})

function show(): string {
  const variation = telltale.flags.variation('landing', 'none')
  if (variation === 'redirect') location.replace(target)
  return variation
}

async function begin() {
  // A visitor who was here before has the flag at once, and anyone else as soon as it is known.
  if (location.pathname === '/show' && show() === 'none') {
    await telltale.ready.within(60_000)
    show()
  }
  globalThis.show = show
}

void begin()

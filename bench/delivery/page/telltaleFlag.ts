import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { exposures } from 'telltale/steps'
import { landing, visit } from './landing.ts'

const telltale = createTelltale({
  app: 'Landing',
  identity: { person: () => ({ unique_identity: visit.person }) },
  flags: launchDarkly({
    clientSideId: 'bench',
    baseUrl: location.origin,
    sendEvents: false,
    streaming: false,
    bootstrap: { landing: visit.variation, $flagsState: { landing: { version: 5, variation: 1 } }, $valid: true },
  }),
  destinations: [collector({ url: `${location.origin}/collect` })],
  events: { steps: [exposures()] },
})

async function show() {
  // The person may be known later than the flags.
  if (landing(() => telltale.flags.variation('landing', 'none')) !== 'none') return
  await telltale.ready.within(10_000)
  landing(() => telltale.flags.variation('landing', 'none'))
}

void show()

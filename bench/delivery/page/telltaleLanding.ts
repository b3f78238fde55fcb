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

/** @param isFlushed whether the page waits until its events are delivered before it leaves */
export async function showLanding(isFlushed: boolean) {
  const read = () => telltale.flags.variation('landing', 'none')
  const before = isFlushed ? () => telltale.flush({ timeoutMs: 1_000 }) : undefined
  // The person may be known later than the flags.
  if (landing(read, before) !== 'none') return
  await telltale.ready.within(10_000)
  landing(read, before)
}

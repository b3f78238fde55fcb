import { createTelltale, type Telltale } from 'telltale'
import { launchDarkly } from 'telltale/flags'
import { ofrep } from 'telltale/ofrep'
import { sampleBy } from 'telltale/steps'
import { ENVIRONMENT } from './people.ts'

/** What this script adds to `globalThis` of its page. */
export interface KillSwitchPage {
  /** Starts a layer with flags of these services, which tracks an event every 20 ms. */
  start(protocol: 'LaunchDarkly' | 'OFREP', url: string): void
  telltale: Telltale
  /** When the events that were kept have happened, in milliseconds since 1970. */
  readonly kept: readonly number[]
}

const page = globalThis as unknown as KillSwitchPage & { kept: number[] }

page.start = (protocol, url) => {
  page.kept = []
  page.telltale = createTelltale({
    app: `Desk ${protocol}`,
    identity: { person: () => ({ unique_identity: 'ida' }) },
    flags:
      protocol === 'OFREP'
        ? ofrep({ url, headers: { 'X-API-Key': ENVIRONMENT }, streaming: true })
        : launchDarkly({ clientSideId: ENVIRONMENT, baseUrl: url, streamUrl: url, eventsUrl: url, streaming: true }),
    events: { steps: [sampleBy('events-rate')] },
    destinations: [
      {
        name: 'own',
        async deliver(batch) {
          page.kept.push(...batch.filter(({ name }) => name === 'tick').map(({ at }) => at))
          return { outcome: 'delivered' }
        },
      },
    ],
  })
  setInterval(() => page.telltale.track('tick'), 20)
}

import * as v4 from '@launchdarkly/js-client-sdk'
import * as v3 from 'launchdarkly-js-client-sdk'
import { createFlagClient } from 'telltale/flags'

const ENVIRONMENT = 'bench'
const CONTEXT = { kind: 'user', key: 'bench-user' }
/** Nothing is to be sent while something is measured. */
const HOUR_MS = 3_600_000
/** No event is dropped: dropping is cheaper than keeping. */
const CAPACITY = 1_000_000

/**
 * Each client in the same shape: started with the flags of this page's own service, events and streaming on.
 *
 * @type {Record<string, (url: string) => Promise<{ client: any, onChange(key: string, listener: () => void): void }>>}
 */
export const clients = {
  async telltale(url) {
    const client = createFlagClient({
      clientSideId: ENVIRONMENT,
      context: CONTEXT,
      baseUrl: url,
      streamUrl: url,
      eventsUrl: url,
      eventCapacity: CAPACITY,
      flushInterval: HOUR_MS,
      fetchGoals: false,
      diagnosticOptOut: true,
    })
    await client.waitForInitialization(5)
    return { client, onChange: (key, listener) => client.on(`change:${key}`, listener) }
  },

  async v3(url) {
    const client = v3.initialize(ENVIRONMENT, CONTEXT, {
      baseUrl: url,
      streamUrl: url,
      eventsUrl: url,
      eventCapacity: CAPACITY,
      flushInterval: HOUR_MS,
      fetchGoals: false,
      diagnosticOptOut: true,
      // Without it `allFlags` makes an event of each flag.
      sendEventsOnlyForVariation: true,
    })
    await client.waitForInitialization(5)
    return { client, onChange: (key, listener) => client.on(`change:${key}`, listener) }
  },

  async v4(url) {
    const client = v4.createClient(ENVIRONMENT, CONTEXT, {
      baseUri: url,
      streamUri: url,
      eventsUri: url,
      capacity: CAPACITY,
      flushInterval: HOUR_MS / 1000,
      fetchGoals: false,
      diagnosticOptOut: true,
      disableCache: true,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    })
    await client.start({ timeout: 5 })
    return { client, onChange: (key, listener) => client.on(`change:${key}`, listener) }
  },
}

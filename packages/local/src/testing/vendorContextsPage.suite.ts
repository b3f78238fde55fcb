import { createClient as createOfficial } from '@launchdarkly/js-client-sdk'
import { initialize as initializeOfficial } from 'launchdarkly-js-client-sdk'
import { createClient, initialize } from 'telltale/launchdarkly'
import { VENDOR_CONTEXTS } from './vendorContexts.ts'

export type Sdk = 'v3' | 'our v3' | 'v4' | 'our v4'

/** What became of a client that was started with a context. */
export interface Started {
  readonly isReady: boolean
  /** The result of `getContext`, as JSON. */
  readonly shown: string | undefined
}

/** What this script adds to `globalThis` of its page. */
export interface VendorContextsPage {
  /** Starts a client for each context of the table; the environment's name is the SDK's with the number of the context. */
  startAll(sdk: Sdk, url: string): Promise<Started[]>
}

const here = globalThis as unknown as VendorContextsPage

/** Far longer than needed, even on a busy machine. */
const WITHIN_S = 30
const silence = () => {}
const logger = { debug: silence, info: silence, warn: silence, error: silence }

const isDone = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )

async function startV3(start: typeof initialize, url: string, [environment, context]: readonly [string, unknown]) {
  const addresses = { baseUrl: url, streamUrl: url, eventsUrl: url }
  const client = start(environment, context as object, { ...addresses, sendEvents: false, fetchGoals: false, logger })
  const isReady = await isDone(client.waitForInitialization(WITHIN_S))
  return { isReady, shown: JSON.stringify(client.getContext()) }
}

async function startV4(start: typeof createClient, url: string, [environment, context]: readonly [string, unknown]) {
  const addresses = { baseUri: url, streamUri: url, eventsUri: url }
  const silent = { sendEvents: false, fetchGoals: false, disableCache: true, logger }
  const client = start(environment, context as object, { ...addresses, ...silent })
  const { status } = await client.start({ timeout: WITHIN_S })
  return { isReady: status === 'complete', shown: JSON.stringify(client.getContext()) }
}

here.startAll = (sdk, url) => {
  const one = {
    v3: (given: readonly [string, unknown]) => startV3(initializeOfficial as unknown as typeof initialize, url, given),
    'our v3': (given: readonly [string, unknown]) => startV3(initialize, url, given),
    v4: (given: readonly [string, unknown]) => startV4(createOfficial as unknown as typeof createClient, url, given),
    'our v4': (given: readonly [string, unknown]) => startV4(createClient, url, given),
  }[sdk]
  const prefix = sdk.replace(' ', '-')
  return Promise.all(
    VENDOR_CONTEXTS.map(({ context }, index) =>
      one([`${prefix}-${index}`, context]).catch(() => ({ isReady: false, shown: undefined })),
    ),
  )
}

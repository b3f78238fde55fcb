import { createClient as createOfficial } from '@launchdarkly/js-client-sdk'
import { initialize as initializeOfficial } from 'launchdarkly-js-client-sdk'
import { createClient, initialize } from 'telltale/launchdarkly'
import { FIRST_KEY, VENDOR_CONTEXTS } from './vendorContexts.ts'

export type Sdk = 'v3' | 'our v3' | 'v4' | 'our v4'

/** How a client gets a context: when it is created, or later, from `identify`. */
export type How = 'start' | 'identify'

/** What became of a client with a context. */
export interface Started {
  readonly isReady: boolean
  /** Whether a call threw an error into the page, in place of a rejection or a status. */
  readonly hasThrown: boolean
  /** The result of `getContext`, as JSON. */
  readonly shown: string | undefined
}

/** What this script adds to `globalThis` of its page. */
export interface VendorContextsPage {
  /** Gives each context of the table to a client of its own, which evaluates a flag. The environment has the names and the number. */
  startAll(sdk: Sdk, how: How, url: string): Promise<Started[]>
}

const here = globalThis as unknown as VendorContextsPage

/** Far longer than needed, even on a busy machine. */
const WITHIN_S = 30
const silence = () => {}
const logger = { debug: silence, info: silence, warn: silence, error: silence }
const options = { diagnosticOptOut: true, fetchGoals: false, logger }
const first = { kind: 'user', key: FIRST_KEY }

const isDone = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )

interface Given {
  readonly environment: string
  readonly context: unknown
  readonly how: How
  readonly url: string
}

async function startV3(start: typeof initialize, { environment, context, how, url }: Given) {
  const addresses = { baseUrl: url, streamUrl: url, eventsUrl: url }
  const client = start(environment, (how === 'start' ? context : first) as object, { ...addresses, ...options })
  let isReady = await isDone(client.waitForInitialization(WITHIN_S))
  if (how === 'identify') isReady = await isDone(client.identify(context as object))
  client.variation('flag', 0)
  const shown = JSON.stringify(client.getContext())
  await client.close()
  return { isReady, shown }
}

async function startV4(start: typeof createClient, { environment, context, how, url }: Given) {
  const addresses = { baseUri: url, streamUri: url, eventsUri: url }
  const given = { ...addresses, ...options, disableCache: true }
  const client = start(environment, (how === 'start' ? context : first) as object, given)
  let { status }: { status: string } = await client.start({ timeout: WITHIN_S })
  if (how === 'identify') ({ status } = await client.identify(context as object, { timeout: WITHIN_S }))
  client.variation('flag', 0)
  const shown = JSON.stringify(client.getContext())
  await client.close()
  return { isReady: /^completed?$/.test(status), shown }
}

here.startAll = (sdk, how, url) => {
  const one = {
    v3: (given: Given) => startV3(initializeOfficial as unknown as typeof initialize, given),
    'our v3': (given: Given) => startV3(initialize, given),
    v4: (given: Given) => startV4(createOfficial as unknown as typeof createClient, given),
    'our v4': (given: Given) => startV4(createClient, given),
  }[sdk]
  return Promise.all(
    VENDOR_CONTEXTS.map(({ context }, index) =>
      one({ environment: `${sdk.replace(' ', '-')}-${how}-${index}`, context, how, url }).then(
        (started) => ({ ...started, hasThrown: false }),
        () => ({ isReady: false, hasThrown: true, shown: undefined }),
      ),
    ),
  )
}

import { createClient } from '@launchdarkly/js-client-sdk'
import { initialize } from 'launchdarkly-js-client-sdk'

export type OfficialClient = 'launchdarkly-js-client-sdk' | '@launchdarkly/js-client-sdk'

/** The methods that both of the vendor's clients have. */
interface Client {
  variationDetail(key: string): unknown
  identify(context: unknown): Promise<unknown>
  track(key: string): void
  flush(): Promise<unknown>
}

export interface Start {
  readonly url: string
  readonly environment: string
  readonly context: { readonly kind: string; readonly key: string }
  readonly useReport: boolean
}

/** What this script adds to `globalThis` of its page. */
export interface OfficialClientsPage {
  readonly start: Readonly<Record<OfficialClient, (how: Start) => Promise<Client>>>
  client: Client
}

/** Far longer than needed, even on a busy machine. */
const INITIALIZES_WITHIN_S = 30

const start: OfficialClientsPage['start'] = {
  'launchdarkly-js-client-sdk': async ({ url, environment, context, useReport }) => {
    const addresses = { baseUrl: url, streamUrl: url, eventsUrl: url }
    const client = initialize(environment, context, {
      ...addresses,
      streaming: true,
      useReport,
      evaluationReasons: true,
    })
    await client.waitForInitialization(INITIALIZES_WITHIN_S)
    return client as Client
  },
  '@launchdarkly/js-client-sdk': async ({ url, environment, context, useReport }) => {
    const addresses = { baseUri: url, streamUri: url, eventsUri: url }
    const client = createClient(environment, context, { ...addresses, streaming: true, useReport, withReasons: true })
    const { status } = await client.start({ timeout: INITIALIZES_WITHIN_S })
    if (status !== 'complete') throw new Error(status)
    return client as Client
  },
}

Object.assign(globalThis, { start })

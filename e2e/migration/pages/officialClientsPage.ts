import { createClient } from '@launchdarkly/js-client-sdk'
import { initialize } from 'launchdarkly-js-client-sdk'
import { readPageSettings } from './pageSettings.ts'

export type OfficialClient = 'launchdarkly-js-client-sdk' | '@launchdarkly/js-client-sdk'

/** The methods that both of the vendor's clients have. */
interface Client {
  variationDetail(key: string): unknown
  identify(context: unknown): Promise<unknown>
  track(key: string): void
  flush(): Promise<unknown>
}

/** What this script adds to `globalThis` of its page. */
export interface OfficialClientsPage {
  readonly start: Readonly<Record<OfficialClient, (useReport: boolean) => Promise<Client>>>
  client: Client
}

const { services, environment, users } = readPageSettings()
const common = { streaming: true, diagnosticOptOut: true }

/** Far longer than needed, even on a busy machine. */
const INITIALIZES_WITHIN_S = 30

const start: OfficialClientsPage['start'] = {
  'launchdarkly-js-client-sdk': async (useReport) => {
    const addresses = { baseUrl: services, streamUrl: services, eventsUrl: services }
    const client = initialize(environment, users.dana, { ...common, ...addresses, useReport, evaluationReasons: true })
    await client.waitForInitialization(INITIALIZES_WITHIN_S)
    return client as Client
  },
  '@launchdarkly/js-client-sdk': async (useReport) => {
    const addresses = { baseUri: services, streamUri: services, eventsUri: services }
    const options = { ...common, ...addresses, useReport, withReasons: true }
    const client = createClient(environment, users.dana, options)
    const { status } = await client.start({ timeout: INITIALIZES_WITHIN_S })
    if (status !== 'complete') throw new Error(status)
    return client as Client
  },
}

Object.assign(globalThis, { start })

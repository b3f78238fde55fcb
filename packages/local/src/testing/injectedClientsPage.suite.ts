import { createClient } from '@launchdarkly/js-client-sdk'
import { initialize } from 'launchdarkly-js-client-sdk'
import { createTelltale, type Telltale } from 'telltale'
import { launchDarkly } from 'telltale/flags'

export type Version = 'version 3' | 'version 4'

export interface Start {
  readonly version: Version
  readonly url: string
  readonly environment: string
  readonly token: string
  /** Version 4 does nothing until it is started; version 3 starts at once. */
  readonly isStarted: boolean
}

/** What both of the vendor's clients can do. */
export interface VendorClient {
  getContext(): { readonly key?: string } | null | undefined
  identify(context: object): Promise<unknown>
  allFlags(): Readonly<Record<string, unknown>>
  flush(): Promise<unknown>
  start?(): Promise<unknown>
}

/** What the page of this script has under `globalThis`. */
export interface InjectedClientsPage {
  open(how: Start): void
  token: string
  client: VendorClient
  telltale: Telltale
}

const ANONYMOUS = { kind: 'user', key: 'anonymous-visitor', anonymous: true }

const here = globalThis as unknown as InjectedClientsPage

here.open = ({ version, url, environment, token, isStarted }) => {
  here.token = token
  const isVersion3 = version === 'version 3'
  const version3 = () =>
    initialize(environment, ANONYMOUS, { baseUrl: url, streamUrl: url, eventsUrl: url, evaluationReasons: true })
  const version4 = () =>
    createClient(environment, ANONYMOUS, { baseUri: url, streamUri: url, eventsUri: url, withReasons: true })
  const client = isVersion3 ? version3() : version4()
  here.client = client as VendorClient
  if (isStarted) void here.client.start?.()
  const api = `${url}/api/sandbox`
  const ids = { internal: 'p-1', external: 'p-2' }
  here.telltale = createTelltale({
    promotion: 'sandbox',
    app: { name: 'Rental Desk' },
    api: { production: api, staging: api, sandbox: api },
    projects: { production: ids, staging: ids, sandbox: ids },
    auth: { token: () => here.token },
    flags: launchDarkly({ client }),
  })
}

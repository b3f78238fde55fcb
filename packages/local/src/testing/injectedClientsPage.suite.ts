import { createClient } from '@launchdarkly/js-client-sdk'
import { initialize } from 'launchdarkly-js-client-sdk'
import { createTelltale, type Telltale } from 'telltale'
import { injectedClient } from 'telltale/injected'

export type Version = 'version 3' | 'version 4'

export interface Start {
  readonly version: Version
  readonly url: string
  readonly environment: string
  readonly token: string
  /** Version 4 does nothing until it is started. Version 3 starts immediately. */
  readonly isStarted: boolean
}

/** The methods that both of the vendor's clients have. */
export interface VendorClient {
  getContext(): { readonly key?: string } | null | undefined
  identify(context: object): Promise<unknown>
  allFlags(): Readonly<Record<string, unknown>>
  flush(): Promise<unknown>
  start?(): Promise<unknown>
}

/** What this script adds to `globalThis` of its page. */
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
    flags: injectedClient({ client }),
  })
}

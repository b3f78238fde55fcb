import { createClient } from '@launchdarkly/js-client-sdk'
import { initialize } from 'launchdarkly-js-client-sdk'
import { createTelltale, type Telltale } from 'telltale'
import { accounts } from 'telltale/accounts'
import { launchDarkly, type LayerFlags } from 'telltale/flags'
import { injectedClient } from 'telltale/injected'

/** Whose client gets the contexts of the layer. */
export type ClientOf = 'Telltale' | 'the vendor, version 3' | 'the vendor, version 4'

export interface Start {
  readonly clientOf: ClientOf
  readonly url: string
  readonly environment: string
  readonly token: string
  /** The address that signs a context. */
  readonly signer?: string
}

/** What this script adds to `globalThis` of its page. */
export interface AccountsPage {
  open(how: Start): void
  token: string
  telltale: Telltale
}

const ANONYMOUS = { kind: 'user', key: 'anonymous-visitor', anonymous: true }

const here = globalThis as unknown as AccountsPage

function flagsOf({ clientOf, url, environment, signer }: Start): LayerFlags {
  if (clientOf === 'the vendor, version 3')
    return injectedClient({
      client: initialize(environment, ANONYMOUS, { baseUrl: url, streamUrl: url, eventsUrl: url }),
    })
  if (clientOf === 'the vendor, version 4') {
    const client = createClient(environment, ANONYMOUS, { baseUri: url, streamUri: url, eventsUri: url })
    void client.start()
    return injectedClient({ client })
  }
  const where = { clientSideId: environment, baseUrl: url, streamUrl: url, eventsUrl: url }
  if (signer === undefined) return launchDarkly(where)
  return launchDarkly({
    ...where,
    hash: async (user, context) =>
      (await fetch(signer, { method: 'POST', body: JSON.stringify({ user, context }) })).text(),
  })
}

here.open = (how) => {
  here.token = how.token
  here.telltale = createTelltale({
    app: 'Rental Desk',
    api: `${how.url}/api/sandbox`,
    auth: { token: () => here.token },
    identity: { accounts: accounts(({ company_id: key, company_name: name }) => ({ organization: { key, name } })) },
    flags: flagsOf(how),
  })
}

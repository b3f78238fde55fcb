import { basicLogger, init, type LDClient } from '@launchdarkly/node-server-sdk'
import { services } from './services'
import type { User } from './userOf'

let client: LDClient | undefined

/** The flags of a user, for the server to render with and for the page to begin with. */
export async function flagsOf({ key, email }: User): Promise<object> {
  // One client for all requests. Without these three addresses, it asks LaunchDarkly.
  client ??= init(process.env.LAUNCHDARKLY_SDK_KEY ?? 'my-app-local', {
    baseUri: services,
    streamUri: services,
    eventsUri: services,
    // By default the SDK logs with `console.error`, and Next.js shows that as an issue in the page.
    logger: basicLogger({ destination: console.log }),
  })
  await client.waitForInitialization({ timeout: 5 }).catch(() => {}) // without flags, the page has its fallbacks
  const state = await client.allFlagsState({ kind: 'user', key, email_address: email }, { clientSideOnly: true })
  return state.toJSON()
}

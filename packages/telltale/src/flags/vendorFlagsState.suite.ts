import { init, type LDFlagsState } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'

/** The flags of a page, evaluated by the vendor's own server SDK. */
export async function vendorFlagsState(): Promise<LDFlagsState> {
  const data = new TestData()
  await data.update(data.flag('layout').variations('classic', 'compact').variationForAll(1))
  await data.update(data.flag('limits').variations({ days: 3 }, { days: 9 }).variationForAll(0))
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const client = init('sdk-key', {
    updateProcessor: data.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger,
  })
  await client.waitForInitialization({ timeout: 5 })
  const state = await client.allFlagsState({ kind: 'user', key: 'ida' }, { withReasons: true })
  client.close()
  return state
}

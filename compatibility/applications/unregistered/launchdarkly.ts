import type * as v3 from 'launchdarkly-js-client-sdk'
import type * as v4 from '@launchdarkly/js-client-sdk'
import * as telltale from 'telltale/launchdarkly'

// What is written for LaunchDarkly's SDKs compiles with their clients replaced.

export const start3 = (env: string, context: v3.LDContext): v3.LDClient => telltale.initialize(env, context)
export const start4 = (env: string, context: v4.LDContext): v4.LDClient => telltale.createClient(env, context)

export const initialize: typeof v3.initialize = (env, context) => telltale.initialize(env, context)
export const createClient: typeof v4.createClient = (env, context) => telltale.createClient(env, context)

export const logger3: v3.LDLogger = telltale.basicLogger({ level: 'warn', prefix: 'flags: ', destination: () => {} })
export const logger4: v4.LDLogger = telltale.basicLogger()

export async function using3(client: v3.LDClient, ours: telltale.LDClientV3, context: v3.LDContext) {
  const flags: v3.LDFlagSet = await ours.identify(context, 'hash', (error, values) => [error?.message, values?.['a']])
  const detail: v3.LDEvaluationDetail = ours.variationDetail('a', false)
  const text: string = ours.variation('a', 'text')
  ours.on('change', (changes: v3.LDFlagChangeset) => changes, client)
  ours.flush(() => {})
  await ours.close(() => {})
  return [flags, detail, text, ours.waitForInitialization(5), ours.waitUntilGoalsReady()]
}

export async function using4(ours: telltale.LDClientV4, context: v4.LDContext) {
  const started: v4.LDWaitForInitializationResult = await ours.start({ timeout: 5, bootstrap: {} })
  const identified: v4.LDIdentifyResult = await ours.identify(context, { hash: 'hash', timeout: 3 })
  const detail: v4.LDEvaluationDetail = ours.variationDetail('a', false)
  const text: string = ours.variation('a', 'text')
  ours.on('change', (changed: v4.LDContext, keys: string[]) => [changed, keys])
  return [started, identified, detail, text, await ours.flush()]
}

export const hooks3 = (hook: v3.Hook, plugin: v3.LDPlugin, inspector: v3.LDInspection) =>
  telltale.initialize('env', { key: 'ida' }, { hooks: [hook], plugins: [plugin], inspectors: [inspector] })
export const hooks4 = (hook: v4.Hook, plugin: v4.LDPlugin, inspector: v4.LDInspection) =>
  telltale.createClient('env', { key: 'ida' }, { hooks: [hook], plugins: [plugin], inspectors: [inspector] })

/** The options of the v3 SDK that this client does not have. */
type Without3 = 'disableSyncEventPost' | 'requestHeaderTransform'
export const options3 = (options: Omit<v3.LDOptions, Without3>): telltale.LDOptionsV3 => options

/** The options of the v4 SDK that this client does not have, or of which it has a part. */
type Without4 =
  | 'applicationInfo'
  | 'automaticBackgroundHandling'
  | 'cleanOldPersistentData'
  | 'dataSystem'
  | 'payloadFilterKey'
export const options4 = (options: Omit<v4.LDOptions, Without4>): telltale.LDOptionsV4 => options

export const unsupported = () => [
  // @ts-expect-error what is sent on leaving is never synchronous
  telltale.initialize('env', { key: 'ida' }, { disableSyncEventPost: true }),
  // @ts-expect-error the headers are a plain object
  telltale.initialize('env', { key: 'ida' }, { requestHeaderTransform: (headers: Map<string, string>) => headers }),
  // @ts-expect-error an option of the v4 SDK
  telltale.initialize('env', { key: 'ida' }, { baseUri: 'https://flags.example.com' }),
  // @ts-expect-error an option of the v3 SDK
  telltale.createClient('env', { key: 'ida' }, { baseUrl: 'https://flags.example.com' }),
  // @ts-expect-error payload filters are not supported
  telltale.createClient('env', { key: 'ida' }, { payloadFilterKey: 'filter' }),
  // @ts-expect-error the second data system is not supported
  telltale.createClient('env', { key: 'ida' }, { dataSystem: {} }),
  // @ts-expect-error events are always sent when the page is hidden
  telltale.createClient('env', { key: 'ida' }, { automaticBackgroundHandling: false }),
  // @ts-expect-error what the v3 SDK has kept is left alone
  telltale.createClient('env', { key: 'ida' }, { cleanOldPersistentData: true }),
  // @ts-expect-error the service is told the application's id and version
  telltale.createClient('env', { key: 'ida' }, { applicationInfo: { name: 'Rental Desk' } }),
]

export async function unsupportedOfIdentify(client: telltale.LDClientV4) {
  // @ts-expect-error an identify that a later one overtakes is always shed
  await client.identify({ key: 'ida' }, { sheddable: false })
  // @ts-expect-error a bootstrap is given to start
  await client.identify({ key: 'ida' }, { bootstrap: {} })
}

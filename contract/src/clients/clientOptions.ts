import { withEtags, withHooks, type FlagClientOptions, type Hook } from 'telltale/flags'
import type { HookConfig } from '../protocol/hookCallback.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'

type Options = FlagClientOptions & { context: object }

/** Nothing answers here. The harness names the services that a test needs, and a client must never ask another one. */
const NOWHERE = 'http://127.0.0.1:9'

/** How long a client may take to be ready if the test does not say, in milliseconds. */
const DEFAULT_WAIT_MS = 5000

/** Two options are off by default, because the vendor's CORS list does not have their headers. Both are under test here. */
const OPT_IN = { etags: withEtags(), instanceId: true }

/** Translates the configuration of the harness into the options of the client. */
export function clientOptions(config: SdkConfig, hook: (config: HookConfig) => Hook): Options {
  const { serviceEndpoints, streaming, polling, events, tags, clientSide, wrapper, hooks } = config
  return {
    clientSideId: config.credential,
    context: clientSide?.initialContext ?? clientSide?.initialUser ?? {},
    baseUrl: polling?.baseUri || serviceEndpoints?.polling || NOWHERE,
    streamUrl: streaming?.baseUri || serviceEndpoints?.streaming || NOWHERE,
    eventsUrl: events?.baseUri || serviceEndpoints?.events || NOWHERE,
    streaming: Boolean(streaming),
    sendEvents: Boolean(events),
    diagnosticOptOut: !events?.enableDiagnostics,
    allAttributesPrivate: events?.allAttributesPrivate ?? false,
    evaluationReasons: clientSide?.evaluationReasons ?? false,
    useReport: clientSide?.useReport ?? false,
    // The harness has no goals, and counts all requests.
    fetchGoals: false,
    extensions: [withHooks((hooks?.hooks ?? []).map(hook))],
    logger: { error() {}, warn() {} },
    ...OPT_IN,
    ...withoutNull({
      streamReconnectDelay: streaming?.initialRetryDelayMs,
      eventCapacity: events?.capacity || undefined,
      flushInterval: events?.flushIntervalMs || undefined,
      privateAttributes: events?.globalPrivateAttributes,
      application: tags && withoutNull({ id: tags.applicationId, version: tags.applicationVersion }),
      hash: clientSide?.hash,
      wrapperName: wrapper?.name,
      wrapperVersion: wrapper?.version,
    }),
  }
}

/** How long to wait for the client, in seconds. */
export const waitSeconds = ({ startWaitTimeMs }: SdkConfig) => (startWaitTimeMs || DEFAULT_WAIT_MS) / 1000

type WithoutNull<T> = { [Name in keyof T]?: NonNullable<T[Name]> }

/** Leaves out the entries that are `null` or `undefined`. */
const withoutNull = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as WithoutNull<T>

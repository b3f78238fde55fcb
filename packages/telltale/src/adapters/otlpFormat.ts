import { copyJson, isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import type { AnalyticsEvent, EventProperties, FlagSet } from '../core/model/event.ts'
import { propertiesBeside, storedOf } from '../events/destinations/withFlags.ts'
import type { DatadogOptions } from './datadog.ts'
import type { BatchFormat, BatchHead, HttpDestinationOptions } from './httpDestination.ts'

/** How batches are posted, to one project. */
type Posting = Omit<HttpDestinationOptions, 'name' | 'impersonation'> & Pick<DatadogOptions, 'impersonation'>

/** The options of `otlp`. */
export interface OtlpOptions extends Posting {
  /** The name of the destination; `otlp` when absent. */
  name?: string | undefined
  /** Attributes of the resource, such as `{ 'service.namespace': 'shop' }`, beside those that the layer knows. */
  resource?: EventProperties | undefined
  /**
   * Where the flags of an event are. `scope`, the default: once for all events that have the same flags, as attributes of the scope. `record`: on each record, for a
   * back end that does not show attributes of scopes. `none`: nowhere; exposures say which variation was shown.
   */
  flags?: 'scope' | 'record' | 'none' | undefined
}

interface Needs extends Pick<OtlpOptions, 'resource' | 'flags'> {
  /** The version of this library. */
  version: string
  /** What the browser says of itself, by the names of OpenTelemetry. */
  browser(): EventProperties
}

/** A name with a value of any type. */
interface Attribute {
  readonly key: string
  readonly value: object
}

/** [spec] OpenTelemetry, data model of logs: the numbers of INFO and ERROR. */
const INFO = 9
const ERROR = 17
/** [spec] OpenTelemetry, semantic conventions: the longest name of an event, in characters. */
const MAX_NAME = 256

/** The longest message of a receiver that is reported, in characters. */
const MAX_MESSAGE = 200

/** [spec] OpenTelemetry 1.44: the name of the event, and its attributes, whose names begin with it, for kinds that it has names for. */
const KINDS: Readonly<Record<string, readonly [name: string, ...attributes: string[]]>> = {
  error: ['exception', 'type', 'message', 'stacktrace'],
  vital: ['browser.web_vital', 'name', 'value', 'delta', 'id', 'rating', 'navigation_type'],
}

/** [spec] OpenTelemetry 1.44, `feature_flag.result.reason`, for the kinds of reasons that flag services send. Others are the same in small letters. */
const REASONS: Readonly<Record<string, string>> = {
  OFF: 'disabled',
  FALLTHROUGH: 'default',
  TARGET_MATCH: 'targeting_match',
  RULE_MATCH: 'targeting_match',
  PREREQUISITE_FAILED: 'default',
}

/** Log records by OTLP/HTTP, as JSON. */
export function otlpFormat({ resource, flags = 'scope', version, browser }: Needs): BatchFormat {
  const isInScope = flags === 'scope'

  const resourceOf = ({ moment: { release, environment } = {} }: AnalyticsEvent, { app }: BatchHead) =>
    attributesOf({
      'service.name': app.name,
      'service.version': release,
      'deployment.environment.name': environment ?? app.promotion,
      'telemetry.sdk.name': 'telltale',
      'telemetry.sdk.language': 'webjs',
      'telemetry.sdk.version': version,
      ...browser(),
      ...resource,
    })

  const scopeOf = (set: FlagSet | undefined) => ({
    name: 'telltale',
    version,
    attributes: attributesOf(set && isInScope ? { ...set.properties, 'feature_flag.set.id': set.id } : {}),
  })

  return {
    sharesFlags: isInScope,
    encode(events, head) {
      const resources = new Map<string, Map<FlagSet | undefined, object[]>>()
      for (const event of events) {
        const set = head.flagSetOf?.(event)
        const text = writeJson({ attributes: resourceOf(event, head) })
        const scopes = resources.get(text) ?? new Map<FlagSet | undefined, object[]>()
        const key = [...scopes.keys()].find((one) => one?.id === set?.id) ?? set
        const properties =
          flags === 'record' || !set ? event.properties : propertiesBeside(set.properties, storedOf(event).properties)
        resources.set(text, scopes.set(key, [...(scopes.get(key) ?? []), recordOf(event, properties, head)]))
      }
      const resourceLogs = [...resources].map(
        ([text, scopes]) =>
          `{"resource":${text},"scopeLogs":${writeJson([...scopes].map(([set, logRecords]) => ({ scope: scopeOf(set), logRecords })))}}`,
      )
      return { body: `{"resourceLogs":[${resourceLogs.join()}]}`, contentType: 'application/json' }
    },
    read(answer, events) {
      const json = parseJson(answer)
      const partial = isRecord(json) ? json['partialSuccess'] : undefined
      if (!isRecord(partial)) return { outcome: 'delivered' }
      const { rejectedLogRecords, errorMessage } = partial
      // [spec] OTLP: a message without rejected records is a warning.
      const count = Math.min(Math.max(0, Math.trunc(Number(rejectedLogRecords))) || 0, events.length)
      if (count < 1 && !errorMessage) return { outcome: 'delivered' }
      return {
        outcome: 'delivered',
        rejected: {
          count,
          message: `log records that were rejected: ${count}. They are not sent again: ${said(errorMessage)} (T205)`,
        },
      }
    },
  }
}

const said = (message: unknown) => (typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '')

/** An event as a log record. */
function recordOf(event: AnalyticsEvent, properties: EventProperties, { sentAt }: BatchHead) {
  const { trace_id: traceId, span_id: spanId, ...rest } = properties
  const isTraced = isHex(traceId, 32) && isHex(spanId, 16)
  const [name, named] = namedOf(event, isTraced ? rest : properties)
  return {
    timeUnixNano: nanoseconds(event.at),
    observedTimeUnixNano: nanoseconds(sentAt),
    severityNumber: event.kind === 'error' ? ERROR : INFO,
    eventName: name.slice(0, MAX_NAME),
    // What the layer knows cannot be replaced by properties. A copy lacks what it does not know.
    attributes: attributesOf({ ...named, ...(copyJson(knownOf(event)) as object) }),
    ...(isTraced && { traceId, spanId }),
  }
}

function namedOf(
  event: AnalyticsEvent,
  properties: EventProperties,
): readonly [string, Readonly<Record<string, unknown>>] {
  if (event.kind === 'exposure') return ['feature_flag.evaluation', exposureOf(event, properties)]
  const [name, ...own] = KINDS[event.kind ?? ''] ?? [event.name]
  const nameOf = (key: string) => (own.includes(key) ? `${name}.${key}` : key)
  return [name, Object.fromEntries(Object.entries(properties).map(([key, value]) => [nameOf(key), value]))]
}

function exposureOf(
  { identity }: AnalyticsEvent,
  { flag, variation, variant = variation, value, version, reason, in_experiment, unit, ...rest }: EventProperties,
) {
  const { id, visitor, accounts = {} } = identity
  const key = unit === 'person' ? id : unit === 'visitor' ? visitor : accounts[String(unit)]?.key
  const kind = String(reason)
  return {
    ...rest,
    'feature_flag.key': flag,
    'feature_flag.result.variant': variant === undefined ? undefined : String(variant),
    'feature_flag.result.value': value,
    'feature_flag.result.reason': in_experiment ? 'split' : reason && (REASONS[kind] ?? kind.toLowerCase()),
    'feature_flag.version': version === undefined ? undefined : String(version),
    'feature_flag.context.id': key,
  }
}

/** What the layer knows of an event, by the names of OpenTelemetry, or by names of our own where it has none. */
function knownOf({ id, name, identity, moment = {}, url, page, n, kind, overridden }: AnalyticsEvent) {
  const { session, view } = moment
  return {
    'log.record.uid': id,
    'user.id': identity.id,
    'enduser.pseudo.id': identity.visitor,
    'session.id': session?.id,
    'url.full': url,
    'url.template': view?.pattern,
    'user_agent.synthetic.type': moment.automated && 'bot',
    'telltale.name': name,
    'telltale.kind': kind,
    'telltale.impersonator': identity.impersonator,
    'telltale.accounts': identity.accounts,
    'telltale.page.id': page,
    'telltale.page.number': n,
    'telltale.view.id': view?.id,
    'telltale.view.title': view?.title,
    'telltale.view.referrer': view?.referrer,
    'telltale.consent': moment.consent,
    'telltale.sample_rate': moment.sampleRate,
    'telltale.overridden': overridden,
  }
}

const isHex = (value: unknown, length: number) =>
  typeof value === 'string' && value.length === length && /^[0-9a-f]*[1-9a-f][0-9a-f]*$/.test(value)

/** [spec] Protocol Buffers, JSON mapping: 64-bit integers are texts. */
const nanoseconds = (ms: number) => `${Math.max(0, Math.round(ms))}000000`

const attributesOf = (values: Readonly<Record<string, unknown>>): Attribute[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null || key === '' ? [] : [{ key, value: anyValue(value) }],
  )

/** [spec] OTLP, `AnyValue`. An empty one is null. */
function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { intValue: `${value}` } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return isRecord(value) ? { kvlistValue: { values: attributesOf(value) } } : {}
}

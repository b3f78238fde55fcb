import { httpPart } from './adapters/httpDestination.ts'
import { otlpFormat, type OtlpOptions } from './adapters/otlpFormat.ts'
import { bool, checkedElsewhere, checkOptions, PLAIN_OBJECT, text } from './core/checkOptions.ts'
import { attempt } from './core/lib/attempt.ts'
import type { OptionTable } from './core/optionTable.ts'
import { VERSION } from './core/version.ts'
import type { BuiltInDestination, DestinationPart } from './events/destinations/destination.ts'
import { TAG_OR_SUPPRESS } from './events/destinations/impersonation.ts'

const PLACES: readonly unknown[] = ['scope', 'record', 'none']

const OTLP = {
  what: 'otlp',
  table: {
    url: checkedElsewhere,
    batchSize: checkedElsewhere,
    headers: checkedElsewhere,
    name: text,
    gzip: bool,
    impersonation: TAG_OR_SUPPRESS,
    resource: PLAIN_OBJECT,
    flags: [(value) => PLACES.includes(value), 'scope, record or none'],
  } satisfies OptionTable<OtlpOptions>,
}

/**
 * Events as log records for a receiver of OpenTelemetry, by OTLP/HTTP as JSON: at the whole address, such as `https://otel.example.com/v1/logs`, which must allow
 * the origin of the page (CORS). Names are those of the semantic conventions 1.44.
 *
 * A partial success is not sent again: OTLP does not say which records were rejected. A status of 500 is sent again, unlike OTLP asks for: nothing is
 * lost while a receiver is deployed, and `log.record.uid` tells copies apart. Throws at start when an option is wrong.
 *
 * @example createTelltale({ …, destinations: [otlp({ url: 'https://otel.example.com/v1/logs' })] })
 */
export function otlp(options: OtlpOptions): BuiltInDestination {
  const passed = checkOptions(OTLP, options, { name: 'otlp' })
  const { resource, flags, name, ...posting } = passed.options
  const format = otlpFormat({ resource, flags, version: VERSION, browser })
  const part: DestinationPart = { ...httpPart('otlp', { ...posting, name: name as string, format }), passed }
  return part
}

const browser = () => ({
  'user_agent.original': attempt(() => navigator.userAgent) ?? null,
  'browser.language': attempt(() => navigator.language) ?? null,
})

export { traceContext, type TraceContextOptions } from './steps/traceContext.ts'
export type { BuiltInDestination, OtlpOptions }
export type { Impersonation } from './events/destinations/destination.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'

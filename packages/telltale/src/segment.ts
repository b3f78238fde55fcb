import { httpPart } from './adapters/httpDestination.ts'
import { segmentFormat, type SegmentOptions } from './adapters/segmentFormat.ts'
import { attempt } from './core/lib/attempt.ts'
import { bool, checkedElsewhere, checkOptions, PLAIN_OBJECT, text } from './core/checkOptions.ts'
import type { PerLevel } from './core/model/promotion.ts'
import { fn, type OptionTable } from './core/optionTable.ts'
import { VERSION } from './core/version.ts'
import type { BuiltInDestination, DestinationPart } from './events/destinations/destination.ts'
import { TAG_OR_SUPPRESS } from './events/destinations/impersonation.ts'

const SEGMENT = {
  what: 'segment',
  table: {
    // It is in a header.
    writeKey: [(value) => /^[!-~]+$/.test(String(value)), 'the write key of the source'],
    url: checkedElsewhere,
    batchSize: checkedElsewhere,
    name: text,
    gzip: bool,
    impersonation: TAG_OR_SUPPRESS,
    group: text,
    integrations: PLAIN_OBJECT,
    consent: fn,
  } satisfies OptionTable<SegmentOptions>,
  required: ['writeKey'],
}

/**
 * Events for Segment, RudderStack, Jitsu, or any other service with Segment's HTTP API. They arrive as `track`, views of `pageViews()` as `page`, the sign-in of
 * a visitor as `identify`, and the first account of a user as `group`. `messageId` is the id of the event, by which the service drops a copy.
 *
 * Segment answers with 200 before it has read a batch: *delivered* means that it has the batch, and not that an event counts. Throws at start when an option is wrong.
 *
 * @example createTelltale({ …, destinations: [segment({ writeKey: 'your-write-key' })] })
 */
export function segment(options: SegmentOptions): BuiltInDestination {
  const passed = checkOptions(SEGMENT, options, { name: 'segment', url: 'https://api.segment.io/v1/batch' })
  const { writeKey, group, integrations, consent, url, name, ...posting } = passed.options
  const format = segmentFormat({
    ...{ writeKey, group, integrations, consent, surroundings },
    version: VERSION,
    isoTime: (ms) => new Date(ms).toISOString(),
  })
  const headers = { Authorization: `Basic ${btoa(`${writeKey}:`)}` }
  const part: DestinationPart = {
    ...httpPart('segment', { ...posting, url: url as PerLevel, name: name as string, headers, format }),
    passed,
  }
  return part
}

const surroundings = () => ({
  userAgent: attempt(() => navigator.userAgent),
  locale: attempt(() => navigator.language),
  timezone: attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
})

export type { BuiltInDestination, SegmentOptions }
export type { Impersonation } from './events/destinations/destination.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'

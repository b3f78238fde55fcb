import { attempt } from '../core/lib/attempt.ts'
import { isFunction } from '../core/optionTable.ts'
import type { Step } from '../core/step.ts'

/** A span as `@opentelemetry/api` knows it. */
interface Span {
  /** Returns the ids of the trace and of the span, in hexadecimal. */
  spanContext(): { readonly traceId: string; readonly spanId: string }
}

/** The options of `traceContext`. */
export interface TraceContextOptions {
  /** `trace` of `@opentelemetry/api`. */
  trace: { getActiveSpan(): Span | undefined }
  /** `propagation` of `@opentelemetry/api`, for `baggage`. */
  propagation?:
    | { getActiveBaggage(): { getEntry(key: string): { readonly value: string } | undefined } | undefined }
    | undefined
  /** The names of the entries of the baggage that events have as properties. None when absent: baggage may identify persons. */
  baggage?: readonly string[] | undefined
}

/**
 * A step that adds the trace and the span that are active when an event is tracked, as `trace_id` and `span_id`. In log records of `otlp` they are the fields of
 * the record. Throws at start when `trace` is missing.
 *
 * @example events: { steps: [traceContext({ trace })] }
 */
export function traceContext({ trace, propagation, baggage = [] }: TraceContextOptions): Step {
  if (!isFunction(attempt(() => trace.getActiveSpan)))
    throw new Error('Telltale cannot start. Pass traceContext() the trace of @opentelemetry/api. (T204)')
  return {
    name: 'traceContext',
    enrich() {
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {}
      const entries = baggage.length > 0 ? propagation?.getActiveBaggage() : undefined
      const carried = baggage.flatMap((key) => {
        const value = entries?.getEntry(key)?.value
        return value === undefined ? [] : [[key, value] as const]
      })
      const properties = { ...Object.fromEntries(carried), ...(traceId && { trace_id: traceId, span_id: spanId }) }
      return Object.keys(properties).length > 0 ? { properties } : undefined
    },
  }
}

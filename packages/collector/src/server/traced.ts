import { SpanStatusCode, trace } from '@opentelemetry/api'
import type { EventSink } from '../store/store.ts'

/** A span for each batch that is stored, in the trace of its request, where OpenTelemetry is set up. Without it, a span is nothing. */
export function traced<Store extends EventSink>(store: Store): Store {
  const tracer = trace.getTracer('@telltale/collector')
  return {
    ...store,
    append: (batch, signal) =>
      tracer.startActiveSpan(
        'store events',
        { attributes: { 'telltale.store': store.name, 'telltale.events': batch.events.length } },
        async (span) => {
          try {
            return await store.append(batch, signal)
          } catch (error) {
            // Without its message, which may quote an event.
            span.setStatus({ code: SpanStatusCode.ERROR })
            throw error
          } finally {
            span.end()
          }
        },
      ),
  }
}

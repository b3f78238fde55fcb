import { trace, type Span, type SpanOptions } from '@opentelemetry/api'
import { afterEach, expect, test } from 'vitest'
import type { Batch } from '../store/store.ts'
import { batchOf, eventOf } from '../testing/events.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { traced } from './traced.ts'

afterEach(() => trace.disable())

/** A tracer that keeps what it is told. */
function recordSpans(): unknown[] {
  const told: unknown[] = []
  const span = {
    setStatus: (status: unknown) => void told.push(status),
    end: () => void told.push('end'),
  } as unknown as Span
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan: () => span,
      startActiveSpan: (name: string, { attributes }: SpanOptions, work: (its: Span) => unknown) => {
        told.push([name, attributes])
        return work(span)
      },
    }),
  } as unknown as Parameters<typeof trace.setGlobalTracerProvider>[0])
  return told
}

const BEGIN = ['store events', { 'telltale.store': 'memory', 'telltale.events': 1 }]

test('a batch that is stored is a span', async () => {
  const told = recordSpans()
  expect(await traced(memoryStore()).append(batchOf([eventOf(1)]))).toEqual(['new'])
  expect(told).toEqual([BEGIN, 'end'])
})

test('a store that fails is a span that says so, and nothing of the event', async () => {
  const told = recordSpans()
  const store = { ...memoryStore(), append: (_: Batch) => Promise.reject(new Error('ada@example.com is too large')) }
  await expect(traced(store).append(batchOf([eventOf(1)]))).rejects.toThrow('too large')
  expect(told).toEqual([BEGIN, { code: 2 }, 'end'])
})

test('without OpenTelemetry, events are stored', async () => {
  expect(await traced(memoryStore()).append(batchOf([eventOf(1)]))).toEqual(['new'])
})

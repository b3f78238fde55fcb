import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readServerSentEvents, type ServerSentEvent } from './serverSentEvents.ts'

function read(...chunks: string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  const feed = readServerSentEvents((event) => events.push(event))
  chunks.forEach(feed)
  return events
}

/** Returns the events that a widely used parser reads from the text. */
function expected(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  createParser({ onEvent: ({ event = 'message', data }) => events.push({ event, data }) }).feed(text)
  return events
}

test.each<[string, ServerSentEvent[]]>([
  ['data: a\n\n', [{ event: 'message', data: 'a' }]],
  ['event: put\ndata:{"a":\ndata: 1}\n\n', [{ event: 'put', data: '{"a":\n1}' }]],
  ['event: ping\ndata\n\n', [{ event: 'ping', data: '' }]],
  ['event: ping\n\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  [':heartbeat\n\nid: 1\nretry: 5\nother\ndata:  two spaces\r\n\r\n', [{ event: 'message', data: ' two spaces' }]],
  ['data: never ended', []],
  [
    'data: a:b\r\rdata: c\r\r\n',
    [
      { event: 'message', data: 'a:b' },
      { event: 'message', data: 'c' },
    ],
  ],
])('%j is %j', (text, events) => {
  expect(read(text)).toEqual(events)
})

const piece = fc.constantFrom(
  'data',
  'event',
  'id',
  'retry',
  ':',
  ': ',
  ' ',
  'x',
  'é',
  '😀',
  '{',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
)
const stream = fc
  .array(fc.oneof({ weight: 5, arbitrary: piece }, { weight: 1, arbitrary: fc.string() }))
  .map((all) => all.join(''))

test('any text gives the same events as a widely used parser', () => {
  fc.assert(
    fc.property(stream, (text) => {
      expect(read(text)).toEqual(expected(text))
    }),
    { numRuns: 2000 },
  )
})

test('the events are the same wherever the bytes are cut', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat()), (text, cuts) => {
      const bytes = new TextEncoder().encode(text)
      const whole = new TextDecoder().decode(bytes)
      const decoder = new TextDecoder()
      const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      const chunks = edges
        .slice(1)
        .map((end, index) => decoder.decode(bytes.slice(edges[index], end), { stream: true }))
      expect(read(...chunks)).toEqual(read(whole))
    }),
    { numRuns: 2000 },
  )
})

test('a long line in many chunks is parsed once, when it is complete', () => {
  const data = 'x'.repeat(100_000)
  const chunks = Array.from({ length: 50 }, () => data)
  expect(read('data: ', ...chunks, '\n', '\n')).toEqual([{ event: 'message', data: data.repeat(50) }])
})

test('a line that never ends is not kept without limit', () => {
  const chunk = 'x'.repeat(4_000_000)
  expect(read(...Array.from({ length: 9 }, () => chunk), '\n', 'data: a\n\n')).toEqual([
    { event: 'message', data: 'a' },
  ])
})

test('the lines of an event that never ends are not kept without limit', () => {
  const line = `data: ${'x'.repeat(4_000_000)}\n`
  const events = read(...Array.from({ length: 9 }, () => line), '\n', 'data: a\n\n')
  expect(events.map(({ data }) => data.length)).toEqual([1])
})

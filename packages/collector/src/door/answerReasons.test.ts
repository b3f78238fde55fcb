import { gzipSync } from 'node:zlib'
import { expect, it, test } from 'vitest'
import type { AnswerReason, CollectorOptions } from '../collectorOptions.ts'
import { createCollector } from '../createCollector.ts'
import { KEY, openDoor, ORIGIN, wireBatch, wireEvent } from '../testing/hostileDoor.ts'
import { memoryStore } from '../testing/memoryStore.ts'

type Sink = CollectorOptions['sink']

interface Case {
  readonly reason: AnswerReason
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly options?: Partial<CollectorOptions>
}

const batch = wireBatch([wireEvent(1)])
const sinkThat = (append: Sink['append']): Sink => ({ ...memoryStore(), append })
const wrong = { ...wireEvent(2), name: '' }
const plan = () => 'does not fit the plan'

const CASES: Readonly<Record<string, Case>> = {
  'a batch that is stored': { status: 202, reason: 'stored' },
  'no event, and notes about a page': { status: 202, reason: 'stored', body: wireBatch([]) },
  'an event that is not valid': { status: 422, reason: 'event', body: wireBatch([wrong]) },
  'an event that does not fit the plan': { status: 422, reason: 'plan', options: { plan } },
  'a wrong event before one that does not fit the plan': {
    ...{ status: 422, reason: 'event', options: { plan }, body: wireBatch([wrong, wireEvent(3)]) },
  },
  'an event that the store cannot take': {
    ...{ status: 422, reason: 'unstorable', options: { sink: sinkThat(async () => [{ refused: 'It is large.' }]) } },
  },
  'a body that is not JSON': { status: 400, reason: 'invalid', body: '{' },
  'a body that is no batch': { status: 400, reason: 'invalid', body: '{}' },
  'a body that is not what its encoding says': {
    ...{ status: 400, reason: 'unreadable', headers: { 'content-encoding': 'gzip' }, body: '{}' },
  },
  'an encoding that is not known': { status: 415, reason: 'encoding', headers: { 'content-encoding': 'br' } },
  'another content type': { status: 415, reason: 'content-type', headers: { 'content-type': 'text/plain' } },
  'too many bytes': { status: 413, reason: 'too-large', options: { limits: { maxBytes: 10 } } },
  'too many bytes when they are unpacked': {
    ...{ status: 413, reason: 'too-large', options: { limits: { maxBytes: 100 } } },
    ...{ headers: { 'content-encoding': 'gzip' }, body: new Uint8Array(gzipSync(' '.repeat(10_000))) },
  },
  'too many events': { status: 413, reason: 'too-large', options: { limits: { maxEvents: 0 } } },
  'too many bytes in the store': { status: 413, reason: 'too-large', options: { limits: { maxStoredBytes: 10 } } },
  'no key': { status: 401, reason: 'key', headers: { authorization: '' } },
  'the key of another application': {
    ...{ status: 403, reason: 'app', headers: { authorization: 'Bearer write-key-of-invoices' } },
  },
  'another origin': { status: 403, reason: 'origin', headers: { origin: 'https://evil.example' } },
  'too many requests with a key': { status: 429, reason: 'key-rate', options: { limits: { perSecond: 0 } } },
  'too many requests from an address': {
    ...{ status: 429, reason: 'address-rate', options: { limits: { perSecondByAddress: 0 } } },
  },
  'too many bytes that wait': { status: 503, reason: 'memory', options: { limits: { maxWaitingBytes: 10 } } },
  'a store that fails': {
    ...{ status: 503, reason: 'store', options: { sink: sinkThat(() => Promise.reject(new Error('It is away.'))) } },
  },
  'a plan that throws': {
    status: 500,
    reason: 'error',
    options: {
      plan: () => {
        throw new Error('A mistake in a plan.')
      },
    },
  },
}

it.each(Object.entries(CASES))('tells the operator why: %s', async (_, { status, reason, body, headers, options }) => {
  const told: unknown[] = []
  const door = openDoor({ ...options, onAnswered: (answer) => told.push([answer.status, answer.reason]) })
  expect((await door.post(body ?? batch, headers)).status).toBe(status)
  expect(told).toEqual([[status, reason]])
})

it('tells reasons from a short list, whatever a request says', async () => {
  const known = new Set(Object.values(CASES).map(({ reason }) => reason))
  const reasons: string[] = []
  const door = openDoor({ onAnswered: ({ reason }) => reasons.push(reason) })
  for (const text of [KEY, ORIGIN, 'constructor', '__proto__', 'x'.repeat(300)])
    for (const name of ['authorization', 'origin', 'content-type', 'content-encoding', 'user-agent'])
      await door.post(wireBatch([wireEvent(1, { name: text })]), { [name]: text })
  expect(reasons).toHaveLength(25)
  expect(reasons.filter((reason) => !known.has(reason as AnswerReason))).toEqual([])
})

test('a browser that asks before a batch, and what is no batch, are not counted', async () => {
  const told: unknown[] = []
  const door = openDoor({ onAnswered: (answer) => told.push(answer) })
  for (const method of ['OPTIONS', 'GET', 'PUT']) await door.fetch('/collect', { method, headers: { origin: ORIGIN } })
  expect(told).toEqual([])
})

test('the bytes of batches that wait are known, and are gone when they are answered', async () => {
  let go = () => undefined as void
  const gone = new Promise<void>((resolve) => (go = resolve))
  let isAsked = () => undefined as void
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const sink = sinkThat(async () => {
    isAsked()
    await gone
    return ['new']
  })
  const collector = createCollector({ sink })
  const body = JSON.stringify(batch)
  const request = new Request('https://collect.example.com/collect', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
  })
  expect(collector.waitingBytes()).toBe(0)
  const answered = collector.fetch(request)
  await asked
  expect(collector.waitingBytes()).toBeGreaterThanOrEqual(body.length)
  go()
  expect((await answered).status).toBe(202)
  expect(collector.waitingBytes()).toBe(0)
})

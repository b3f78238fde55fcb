import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Problem } from '../core/observer.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream, type FakeAnswer } from '../testing/fakeTransport.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { createSourceFlags } from './sourceFlags.ts'

const ann: Identity = {
  status: 'known',
  epoch: 'e',
  person: { unique_identity: 'ann' },
  name: 'Ann',
  displayIdentity: 'ann',
}
const json = (body: unknown): FakeAnswer => ({ status: 200, headers: { 'content-type': 'application/json' }, body })
const never = () => new Promise<never>(() => {})
const PUT = `event: put\ndata: ${JSON.stringify({ pricing: { value: true, version: 1 } })}\n\n`

interface Answers {
  poll(): FakeAnswer | Promise<FakeAnswer>
  stream(): FakeAnswer | Promise<FakeAnswer>
}

/** A layer whose flags are streamed, with what it reports. `current` are the codes of the problems that have not ended. */
function start(answers: Answers) {
  const platform = fakePlatform(({ url }) => (url.includes('/eval/') ? answers.stream() : answers.poll()))
  const host = fakeHost(platform, ann)
  const problems: Problem[] = []
  host.bus.on('problem', (problem) => problems.push(problem))
  const part = launchDarklyAtOnce({
    clientSideId: 'env',
    baseUrl: 'http://base/',
    streamUrl: 'http://stream',
    streaming: true,
    sendEvents: false,
  })
  const flags = part.start(host)
  const current = () =>
    problems.filter(({ until }) => !until?.aborted).map(({ message }) => /\((T\d+)\)$/.exec(message)?.[1])
  return { flags, problems, current, clock: platform.clock, settle: platform.settle }
}

test('a request for flags without an answer for 10 seconds is reported once, as an error that ends with an answer', async () => {
  let answer = (_: FakeAnswer) => {}
  let requests = 0
  const page = start({
    // The first two are left without an answer.
    poll: () => ((requests += 1) > 2 ? new Promise((resolve) => (answer = resolve)) : never()),
    stream: () => 'network',
  })
  await page.clock.advance(9_999)
  expect(page.current()).not.toContain('T184')
  await page.clock.advance(1)
  expect(page.problems.filter(({ message }) => message.endsWith('(T184)'))).toMatchObject([
    { where: 'flags', isError: true, message: expect.stringContaining('http://base') },
  ])
  await page.clock.advance(15_000)
  expect(page.problems.filter(({ message }) => message.endsWith('(T184)'))).toHaveLength(1)
  expect(page.current()).toContain('T184')
  answer(json({ pricing: { value: true } }))
  await page.settle()
  expect(page.flags.status.get()).toBe('live')
  expect(page.current()).not.toContain('T184')
})

test('it is reported also while the stream delivers the flags', async () => {
  const stream = fakeStream()
  const page = start({ poll: never, stream: () => ({ status: 200, chunks: stream.chunks }) })
  stream.push(PUT)
  await page.settle()
  expect(page.flags.variation('pricing', false)).toBe(true)
  await page.clock.advance(10_000)
  expect(page.current()).toEqual(['T184'])
  await page.clock.advance(600_000)
  expect(page.problems.filter(({ message }) => message.endsWith('(T184)'))).toHaveLength(1)
})

test('a failure of the flag service ends when flags arrive', async () => {
  const stream = fakeStream()
  const page = start({ poll: () => ({ status: 503 }), stream: () => ({ status: 200, chunks: stream.chunks }) })
  await page.clock.advance(9_000)
  expect(page.current()).toContain('T89')
  stream.push(PUT)
  await page.settle()
  expect(page.current()).toEqual([])
})

test('a request that is refused for good is a problem also while the stream delivers, until a request is answered', async () => {
  const stream = fakeStream()
  let status = 404
  const page = start({
    poll: () => (status === 404 ? { status } : json({ pricing: { value: true } })),
    stream: () => ({ status: 200, chunks: stream.chunks }),
  })
  await page.settle()
  expect(page.current()).toEqual(['T86'])
  stream.push(PUT)
  await page.settle()
  expect(page.flags.status.get()).toBe('live')
  expect(page.current()).toEqual(['T86'])
  status = 200
  stream.push('event: ping\ndata: \n\n')
  await page.settle()
  expect(page.current()).toEqual([])
})

test('a stream in which nothing comes for 10 seconds is reported once, until something comes, be it a comment', async () => {
  const stream = fakeStream()
  const page = start({ poll: () => json({}), stream: () => ({ status: 200, chunks: stream.chunks }) })
  await page.clock.advance(9_999)
  expect(page.problems).toEqual([])
  await page.clock.advance(60_000)
  expect(page.problems).toMatchObject([
    { where: 'flags', message: expect.stringMatching(/http:\/\/stream.*\(T185\)$/) },
  ])
  expect(page.current()).toEqual(['T185'])
  stream.push(': heartbeat\n\n')
  await page.settle()
  expect(page.current()).toEqual([])
})

test('a stream whose answer does not even begin is reported likewise', async () => {
  const page = start({ poll: () => json({}), stream: never })
  await page.clock.advance(10_000)
  expect(page.current()).toEqual(['T185'])
})

test('a stream that breaks is no problem any more when it delivers again', async () => {
  const stream = fakeStream()
  let isBroken = true
  const page = start({
    poll: () => json({}),
    stream: () => (isBroken ? { status: 503 } : { status: 200, chunks: stream.chunks }),
  })
  await page.clock.advance(2_000)
  expect(page.current()).toEqual(['T94'])
  isBroken = false
  stream.push(PUT)
  await page.clock.advance(5_000)
  expect(page.current()).toEqual([])
})

test('a stream that ends each time after a comment stays a problem, until it delivers', async () => {
  const stream = fakeStream()
  let isCut = true
  const page = start({
    poll: () => json({}),
    stream: () => (isCut ? { status: 200, body: ':ok\n\n' } : { status: 200, chunks: stream.chunks }),
  })
  await page.clock.advance(60_000)
  expect(page.current()).toEqual(['T94'])
  expect(page.problems).toHaveLength(1)
  isCut = false
  stream.push(PUT)
  await page.clock.advance(60_000)
  expect(page.current()).toEqual([])
})

test('nothing is reported after the end of the layer', async () => {
  const page = start({ poll: never, stream: never })
  await page.settle()
  page.flags.stop()
  await page.clock.advance(60_000)
  expect(page.problems).toEqual([])
  expect(page.clock.pending).toBe(0)
})

test('a source of the application that does not answer is reported at once, too, and ends with its answer', async () => {
  const platform = fakePlatform()
  const host = fakeHost(platform, ann)
  const problems: Problem[] = []
  host.bus.on('problem', (problem) => problems.push(problem))
  let requests = 0
  const fetch = async () => ((requests += 1) > 1 ? { flags: { pricing: { value: true } } } : never())
  const flags = createSourceFlags({ name: 'own', create: () => ({ fetch }) }, {
    tabs: platform.tabs,
    channel: () => undefined,
  } as never).start(host)
  await platform.clock.advance(10_000)
  expect(problems.map(({ message }) => message)).toEqual(['The flag source "own" does not answer. (T164)'])
  expect(problems[0]?.until?.aborted).toBe(false)
  await platform.clock.advance(2_000)
  expect(flags.variation('pricing', false)).toBe(true)
  expect(problems[0]?.until?.aborted).toBe(true)
})

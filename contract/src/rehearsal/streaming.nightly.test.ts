import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { wireFlag } from './flagServices.ts'
import { after, before, FINAL, rehearseStreams, SETTLED_MS, valueIn } from './rehearseStreams.ts'

const { open, openStream } = await rehearseStreams()

const CHANGES = [
  ['patch', 101, 'after'],
  ['patch', 100, 'before'],
  ['patch', 99, 'before'],
  ['delete', 101, 'default'],
  ['delete', 100, 'before'],
  ['delete', 99, 'before'],
] as const

const patch = (version: number) => ({ key: 'flag', ...wireFlag({ value: 'after', version }) })

test.each(CHANGES)(
  'a %s with version %i of a flag with version 100 results in the value "%s"',
  async (event, version, expected) => {
    const { client } = await openStream({ flags: before, stream: [before] })
    expect(await valueIn(client)).toBe('before')
    client.stream.send(event, event === 'patch' ? patch(version) : { key: 'flag', version })
    if (expected === 'before') await sleep(SETTLED_MS)
    await expect.poll(() => valueIn(client)).toBe(expected)
    expect('flag' in (await client.allFlags())).toBe(expected !== 'default')
  },
)

test('a patch of an unknown flag adds the flag', async () => {
  const { client } = await openStream({ stream: [{}] })
  client.stream.send('patch', patch(1))
  await expect.poll(() => valueIn(client)).toBe('after')
})

test('after a delete of an unknown flag, an older patch does not add the flag', async () => {
  const { client } = await openStream({ stream: [{}] })
  client.stream.send('delete', { key: 'flag', version: 100 })
  client.stream.send('patch', patch(100))
  client.stream.send('patch', { ...patch(1), key: 'last' })
  await expect.poll(() => client.allFlags()).toEqual({ last: 'after' })
})

test('a put removes the flags that it does not name', async () => {
  const { client } = await openStream({ flags: before, stream: [before] })
  client.stream.send('put', { other: wireFlag({ value: 1, version: 1 }) })
  await expect.poll(() => client.allFlags()).toEqual({ other: 1 })
})

test('a stream that the service closes is opened again', async () => {
  const { client, response } = await openStream({ flags: before, stream: [before, after] })
  response.end()
  await client.stream.next()
  await expect.poll(() => valueIn(client)).toBe('after')
})

test.each(FINAL)('a stream whose later connection is refused with %i is not opened again', async (status) => {
  const { client, response } = await openStream({ flags: before, stream: [before, status, after] })
  response.end()
  await client.stream.next()
  await sleep(SETTLED_MS)
  expect(client.stream.waiting()).toBe(0)
})

test('a stream ends when its client is closed', async () => {
  const { client, response } = await openStream({ flags: before, stream: [before] })
  const closed = once(response, 'close')
  expect(await client.close()).toBe(200)
  await closed
})

test('a stream initializes a client whose poll gets no answer', async () => {
  const client = await open({ flags: before, stream: [before], polling: null, serviceEndpoints: null, events: null })
  expect(await valueIn(client)).toBe('before')
})

const RECOVERABLE = ['broken', 400, 408, 429, 500, 503] as const

test.each(RECOVERABLE)(
  'a stream whose first connections fail with %s is opened again until one succeeds',
  async (failure) => {
    const client = await open({ flags: before, stream: [failure, failure, after], initCanFail: true })
    for (let i = 0; i < 3; i += 1) await client.stream.next()
    await expect.poll(() => valueIn(client)).toBe('after')
    await sleep(SETTLED_MS)
    expect(client.stream.waiting()).toBe(0)
  },
)

test.each(RECOVERABLE)(
  'a stream whose later connections fail with %s is opened again until one succeeds',
  async (failure) => {
    const { client, response } = await openStream({ flags: before, stream: [before, failure, failure, after] })
    response.end()
    for (let i = 0; i < 3; i += 1) await client.stream.next()
    await expect.poll(() => valueIn(client)).toBe('after')
  },
)

test.each(FINAL)('a stream whose first connection is refused with %i is not opened again', async (status) => {
  const { client } = await openStream({ flags: before, stream: [status, after], initCanFail: true })
  await sleep(SETTLED_MS)
  expect(client.stream.waiting()).toBe(0)
})

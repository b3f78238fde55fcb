import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { after, before, FINAL, rehearseStreams, SETTLED_MS, valueIn } from './rehearseStreams.ts'

const { open, openStream } = await rehearseStreams()

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

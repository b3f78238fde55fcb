import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { EventStore } from '../store/store.ts'
import { batchOf } from '../testing/batches.ts'
import { freshTopic, sizeOf } from '../testing/kafkaTopics.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { outletForTests, wholes } from '../testing/outletForTests.ts'
import { startChild } from '../testing/startChild.ts'

const { kafka, open, file, openFile, startArrivals, expectOnce, afterwards } = outletForTests()

it('starts while the broker is away, says how far it is behind, and catches up', async () => {
  const [topic, store] = [await freshTopic(kafka().brokers), memoryStore()]
  await kafka().kill()
  const told: unknown[][] = []
  const limits: number[] = []
  const after: EventStore['after'] = (cursor, limit) => {
    limits.push(limit)
    return store.after(cursor, limit)
  }
  const events = wholes(3_000)
  try {
    const outlet = await open({ store: { name: 'memory', after }, topic, log: (...line) => void told.push(line) })
    await store.append(batchOf(events, { receivedAt: Date.now() - 90_000 }))
    await expect.poll(() => told.length).toBeGreaterThan(1)
    expect(told[0]).toEqual([
      'warn',
      'Events could not be written to Kafka. They stay in the store, and are tried again.',
      expect.objectContaining({ reason: expect.any(String) as string, behindSeconds: expect.any(Number) as number }),
    ])
    await kafka().start()
    await outlet.written()
    expect(await outlet.behindMs()).toBe(0)
  } finally {
    await kafka().start()
  }
  expect(Math.max(...limits)).toBeLessThanOrEqual(1_000)
  await expectOnce(topic, events)
})

/** The command, as a user starts it. */
async function startCommand(args: readonly string[]) {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const child = spawn(process.execPath, [cli, '--host', '127.0.0.1', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterwards(async () => void child.kill('SIGKILL'))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port === undefined) continue
    child.stdout.resume()
    return { child, exit, url: `http://127.0.0.1:${port}` }
  }
  throw new Error('The collector did not start.')
}

it('answers at the door while the broker is away, and its figures say how far Kafka is behind', async () => {
  const topic = await freshTopic(kafka().brokers)
  await kafka().kill()
  const address = `kafka://${kafka().brokers.join()}/${topic}`
  const { child, exit, url } = await startCommand(['--store', await file(), '--kafka', address])
  const behind = async () =>
    Number(/\ntelltale_collector_kafka_behind_seconds (\S+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
  const events = wholes(10)
  const body = `{"app":{"name":"Quotes"},"events":[${events.map((event) => event.body).join()}]}`
  const headers = { 'content-type': 'application/json' }
  try {
    expect((await fetch(`${url}/collect`, { method: 'POST', headers, body })).status).toBe(202)
    await expect.poll(behind).toBeGreaterThan(0)
  } finally {
    await kafka().start()
  }
  await expect.poll(behind).toBe(0)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  await expectOnce(topic, events)
})

it('ends while the broker is away, and while it does not answer', async () => {
  const topic = await freshTopic(kafka().brokers)
  const path = await file()
  const store = await openFile(path)
  for (const away of ['killed', 'silent']) {
    const child = await startChild('kafkaChild.ts', { outlet: { file: path, brokers: kafka().brokers, topic } })
    const arrivals = startArrivals(store)
    await arrivals.goesOn()
    await (away === 'killed' ? kafka().kill() : kafka().freeze())
    try {
      await arrivals.goesOn()
      child.process.kill('SIGTERM')
      expect(await child.exit).toBe(0)
    } finally {
      await (away === 'killed' ? kafka().start() : kafka().thaw())
    }
    await arrivals.stop()
  }
  const outlet = await open({ store, topic })
  await outlet.written()
  await expectOnce(topic, await store.after(undefined, 1_000_000))
})

it('has each event once when the broker is killed and the process is killed again and again, while events arrive', async () => {
  const topic = await freshTopic(kafka().brokers)
  const path = await file()
  const store = await openFile(path)
  const arrivals = startArrivals(store)
  for (let round = 0; round < 6; round += 1) {
    const child = await startChild('kafkaChild.ts', { outlet: { file: path, brokers: kafka().brokers, topic } })
    const size = await sizeOf(kafka().brokers, topic)
    await expect.poll(() => sizeOf(kafka().brokers, topic)).toBeGreaterThan(size)
    await new Promise((resolve) => void setTimeout(resolve, Math.random() * 200))
    if (round % 3 === 2) {
      await kafka().kill()
      await arrivals.goesOn()
      await kafka().start()
      const after = await sizeOf(kafka().brokers, topic)
      await expect.poll(() => sizeOf(kafka().brokers, topic)).toBeGreaterThan(after)
    }
    await child.kill()
  }
  const events = await arrivals.stop()
  const outlet = await open({ store, topic })
  await outlet.written()
  await expectOnce(topic, events)
  console.log(`${events.length} events, ${await sizeOf(kafka().brokers, topic)} records and marks`)
})

it('writes with one of two collectors that have the same store, and with the other when that has ended', async () => {
  const topic = await freshTopic(kafka().brokers)
  const path = await file()
  const store = await openFile(path)
  const arrivals = startArrivals(store)
  const outlet = { file: path, brokers: kafka().brokers, topic }
  const first = await startChild('kafkaChild.ts', { outlet })
  await arrivals.goesOn()
  const second = await startChild('kafkaChild.ts', { outlet })
  afterwards(() => Promise.all([first.kill(), second.kill()]))
  await expect.poll(() => first.output()).toContain('Another collector writes the events to Kafka.')
  await arrivals.goesOn()
  await second.kill()
  const size = await sizeOf(kafka().brokers, topic)
  await expect.poll(() => sizeOf(kafka().brokers, topic)).toBeGreaterThan(size + 100)
  const events = await arrivals.stop()
  await expect
    .poll(async () => (await sizeOf(kafka().brokers, topic)) > events.length && (await isQuiet(topic)))
    .toBe(true)
  await first.kill()
  expect(first.output().match(/Another collector writes/g)).toHaveLength(1)
  await expectOnce(topic, events)
})

/** Marks of a heartbeat come once in half a second. */
async function isQuiet(topic: string): Promise<boolean> {
  const size = await sizeOf(kafka().brokers, topic)
  await new Promise((resolve) => void setTimeout(resolve, 1_500))
  return (await sizeOf(kafka().brokers, topic)) - size < 5
}

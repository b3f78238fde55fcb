import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type KafkaOutlet, kafkaOutlet, type KafkaOutletOptions } from '../kafka.ts'
import { sqliteStore } from '../sqlite.ts'
import type { EventStore, IncomingEvent } from '../store/store.ts'
import { batchOf, eventWith } from './batches.ts'
import { idsIn, readAll, type ReadRecord } from './kafkaTopics.ts'
import { type KafkaCluster, startKafka } from './startKafka.ts'

/** Events that arrive, whatever the outlet does. */
export interface Arrivals {
  /** Resolves when some have arrived. */
  goesOn(): Promise<void>
  /** Resolves with all, in the order of arrival. */
  stop(): Promise<readonly IncomingEvent[]>
}

/** Outlets to a broker of their own, for the tests of a file. */
export interface OutletForTests {
  kafka(): KafkaCluster
  /** Opens an outlet that is stopped after the test. */
  open(options: Omit<KafkaOutletOptions, 'brokers'>): Promise<KafkaOutlet>
  /** The path of a file of SQLite that is deleted after the test. */
  file(): Promise<string>
  openFile(path: string): Promise<EventStore>
  startArrivals(store: EventStore): Arrivals
  /** The topic has these events, each once for readers of what is committed, and those of each partition in this order. */
  expectOnce(topic: string, events: readonly { readonly id: string }[]): Promise<readonly ReadRecord[]>
  /** Does something after the test. */
  afterwards(act: () => Promise<unknown>): void
}

/** An event as the door passes it on: its body says what its fields say. */
function whole(page: string, n: number) {
  const event = eventWith({ page, n })
  const { id, name, happenedAt: at } = event
  const body = { id, name, at, url: 'https://desk.example/', properties: { ü: '😀' }, identity: {}, page, n }
  return { ...event, body: JSON.stringify(body) }
}

export const wholes = (count: number) =>
  Array.from({ length: count }, (_, index) => whole(`page-${index % 5}`, index + 1))

export function outletForTests(): OutletForTests {
  let running: KafkaCluster | undefined
  const opened: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    running = await startKafka()
  })
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })
  afterAll(() => running?.stop())

  const kafka = () => {
    if (!running) throw new Error('The broker is not running.')
    return running
  }

  async function open(options: Omit<KafkaOutletOptions, 'brokers'>): Promise<KafkaOutlet> {
    const outlet = await kafkaOutlet({ brokers: kafka().brokers, everyMs: 20, takeOverMs: 2_000, ...options })
    opened.push(() => outlet.stop())
    return outlet
  }

  async function file(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-outlet-'))
    opened.push(() => rm(folder, { recursive: true }))
    return join(folder, 'events.db')
  }

  async function openFile(path: string): Promise<EventStore> {
    const store = await sqliteStore({ file: path })
    opened.push(() => store.close())
    return store
  }

  function startArrivals(store: EventStore): Arrivals {
    const all: IncomingEvent[] = []
    let isOver = false
    const arriving = (async () => {
      while (!isOver) {
        const events = wholes(5)
        await store.append(batchOf(events))
        all.push(...events)
        await new Promise((resolve) => void setTimeout(resolve, 5))
      }
    })()
    const stop = async () => {
      isOver = true
      await arriving
      return all
    }
    opened.push(stop)
    const goesOn = async () => {
      const { length } = all
      await expect.poll(() => all.length).toBeGreaterThan(length + 200)
    }
    return { stop, goesOn }
  }

  async function expectOnce(topic: string, events: readonly { readonly id: string }[]) {
    const records = await readAll(kafka().brokers, topic)
    const places = new Map(events.map(({ id }, place) => [id, place]))
    const read = idsIn(records)
    const known = new Set(read)
    expect(events.filter(({ id }) => !known.has(id))).toEqual([])
    expect(read).toHaveLength(events.length)
    for (const partition of [0, 1, 2, 3]) {
      const order = idsIn(records.filter((record) => record.partition === partition)).map((id) => places.get(id) ?? -1)
      expect(order).toEqual([...order].sort((one, other) => one - other))
    }
    return records
  }

  return { kafka, open, file, openFile, startArrivals, expectOnce, afterwards: (act) => void opened.push(act) }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConsoleMessage } from './consoleMessage.ts'
import { consoleOf, type ConsoleForTest } from '../testing/consoleOf.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

const EVENTS = 1500
const RECORDS = 2000
const LONG = 'x'.repeat(6000)

let folder: string
let services: ServicesForTest
let open: ConsoleForTest[]

beforeEach(async () => {
  open = []
  folder = await mkdtemp(join(tmpdir(), 'telltale-feed-'))
  services = await startForTest({ data: join(folder, 'events.db') })
})
afterEach(async () => {
  for (const one of open) one.close()
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

async function opened(): Promise<ConsoleForTest> {
  const one = await consoleOf(services.url)
  open.push(one)
  return one
}

async function collect(name: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => {
    const id = uuidOf(`${name}-${index}`)
    return { id, name, at: Date.now(), url: '', properties: { text: LONG }, identity: {} }
  })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ app: {}, events })
  expect((await fetch(`${services.url}/collect`, { method: 'POST', headers, body })).status).toBe(202)
}

async function tellVendor(count: number): Promise<void> {
  const lines = Array.from({ length: count }, () =>
    JSON.stringify({ type: 'view', view: { name: LONG.slice(0, 2200) } }),
  )
  const answer = await fetch(`${services.url}/vendors/datadog?ddforward=x`, { method: 'POST', body: lines.join('\n') })
  expect(answer.ok).toBe(true)
}

interface Received {
  readonly ids: readonly string[]
  readonly bytes: number
  readonly olderThan: string | undefined
}

/** The newest events, which a console receives when it opens. */
async function newestOf(one: ConsoleForTest): Promise<Received> {
  const messages = [await one.next('history'), await one.next('older')]
  while (messages.at(-1)?.isMoreComing) messages.push(await one.next('older'))
  return receivedIn(messages)
}

function receivedIn(messages: readonly Extract<ConsoleMessage, { type: 'history' | 'arrived' | 'older' }>[]): Received {
  const events = messages.flatMap((message) => message.events)
  const ids = events.map(({ event }) => event.id)
  return { ids, bytes: JSON.stringify(events).length, olderThan: messages.at(-1)?.olderThan }
}

async function olderThan(cursor: string | undefined): Promise<Received> {
  const answer = await fetch(`${services.url}/console/older?before=${cursor}`)
  return receivedIn([(await answer.json()) as Extract<ConsoleMessage, { type: 'older' }>])
}

/** All events: the newest, and those that the console asks for. */
async function historyOf(one: ConsoleForTest): Promise<readonly string[]> {
  const parts = [await newestOf(one)]
  for (let part = parts[0]; part?.olderThan !== undefined; part = parts.at(-1))
    parts.push(await olderThan(part.olderThan))
  return parts.flatMap(({ ids }) => ids)
}

test('a console receives the newest events when it opens, and older ones only when it asks for them', async () => {
  for (let turn = 0; turn < EVENTS / 100; turn++) await collect(`turn ${turn}`, 100)
  const newest = await newestOf(await opened())
  expect(newest.ids.length).toBeGreaterThan(400)
  expect(newest.bytes).toBeLessThan(8_000_000)
  const older = await olderThan(newest.olderThan)
  expect(older.ids.length).toBeGreaterThan(0)
  expect(older.ids.filter((id) => newest.ids.includes(id))).toEqual([])
})

test('a console is told the accounts of a person whose latest event is too old to be sent', async () => {
  const headers = { 'content-type': 'application/json' }
  const identity = { id: 'ada', accounts: { organization: { key: 'north' } } }
  const event = { id: uuidOf('ada'), name: 'Opened', at: Date.now(), url: '', properties: {}, identity }
  const body = JSON.stringify({ app: {}, events: [event] })
  expect((await fetch(`${services.url}/collect`, { method: 'POST', headers, body })).status).toBe(202)
  for (let turn = 0; turn < EVENTS / 100; turn++) await collect(`turn ${turn}`, 100)
  const one = await opened()
  expect((await newestOf(one)).ids).not.toContain(uuidOf('ada'))
  expect((await one.next('accounts')).people).toEqual([['ada', identity.accounts]])
})

test('a console can have a long history, also after a restart, and then live events', async () => {
  for (let turn = 0; turn < EVENTS / 100; turn++) await collect(`turn ${turn}`, 100)
  const before = await historyOf(await opened())
  expect(new Set(before).size).toBe(EVENTS)
  await services.close()
  services = await startForTest({ data: join(folder, 'events.db') })
  const again = await opened()
  expect(await historyOf(again)).toEqual(before)
  await collect('live', 1)
  expect((await again.next('arrived')).events).toHaveLength(1)
})

test('a console receives a delivery that exceeds the limit of pending bytes', async () => {
  const one = await opened()
  await one.next('metrics')
  await collect('large', 700)
  let heard = 0
  while (heard < 700) heard += (await one.next('arrived')).events.length
  await tellVendor(1)
  expect((await one.next('vendors')).records).toHaveLength(1)
})

test('a console receives all vendor records in order while new ones arrive', async () => {
  for (let turn = 0; turn < RECORDS / 500; turn++) await tellVendor(500)
  const one = await opened()
  const first = await one.next('vendors')
  expect(first.isAll).toBe(true)
  await tellVendor(3)
  // Merges records as the page does.
  const seqs = first.records.map(({ seq }) => seq)
  while (seqs.length < RECORDS + 3) {
    const { records, isAll } = await one.next('vendors')
    expect(isAll).toBe(false)
    seqs.push(...records.map(({ seq }) => seq).filter((seq) => seq > (seqs.at(-1) ?? -1)))
  }
  expect(seqs).toEqual(Array.from({ length: RECORDS + 3 }, (_, index) => index + 1))
})

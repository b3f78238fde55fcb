import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

/** All events that a console receives before the live ones. */
async function historyOf(one: ConsoleForTest): Promise<readonly string[]> {
  const ids = (await one.next('history')).events.map(({ event }) => event.id)
  while (ids.length < EVENTS) ids.push(...(await one.next('older')).events.map(({ event }) => event.id))
  return ids
}

test('a console receives a long history, also after a restart, and then live events', async () => {
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

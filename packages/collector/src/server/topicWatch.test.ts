import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTopicWatch } from './topicWatch.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }))
afterEach(() => void vi.useRealTimers())

function open() {
  const lines: string[] = []
  const watch = createTopicWatch({
    log: (level, message, fields = {}) => lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
  })
  const get = (path: string) => watch.fetch(new Request(`http://127.0.0.1${path}`))
  return { watch, lines, get }
}

const NOTHING = { read: 0, stored: 0, refused: 0 }

test('the process lives from the beginning, and is ready from the first reading until there is none for a while', async () => {
  const { watch, get } = open()
  expect((await get('/health/live')).status).toBe(200)
  expect((await get('/health/ready')).status).toBe(503)
  watch.onProgress({ ...NOTHING, behind: [3, 4] })
  const ready = await get('/health/ready')
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', behind: 7 }])
  vi.advanceTimersByTime(20_000)
  expect((await get('/health')).status).toBe(503)
  watch.stop()
})

test('health says what has failed last, and the log has it, too', async () => {
  const { watch, lines, get } = open()
  watch.log('warn', 'It is tried again, because something has failed.', { reason: 'connect ECONNREFUSED' })
  expect(await (await get('/health/ready')).json()).toMatchObject({
    status: 'not ready',
    lastError: { reason: 'connect ECONNREFUSED', at: '2026-01-01T00:00:00.000Z' },
  })
  expect(lines).toEqual(['warn It is tried again, because something has failed. {"reason":"connect ECONNREFUSED"}'])
  expect(await (await get('/metrics')).text()).toContain('telltale_topic_failures_total 1\n')
  watch.stop()
})

test('the figures are sums, and how far each partition is behind', async () => {
  const { watch, get } = open()
  watch.onProgress({ read: 10, stored: 7, refused: 1, behind: [500, 0] })
  watch.onProgress({ read: 5, stored: 5, refused: 0, behind: [2, 0] })
  const text = await (await get('/metrics')).text()
  for (const line of [
    'telltale_topic_records_read_total 15',
    'telltale_topic_events_stored_total 12',
    'telltale_topic_records_refused_total 1',
    'telltale_topic_behind_records{partition="0"} 2',
    'telltale_topic_behind_records{partition="1"} 0',
  ])
    expect(text).toContain(`${line}\n`)
  watch.stop()
})

test('the log has one line for each minute in which something was read', () => {
  const { watch, lines } = open()
  watch.onProgress({ read: 10, stored: 7, refused: 1, behind: [5] })
  watch.onProgress({ read: 2, stored: 2, refused: 0, behind: [0] })
  vi.advanceTimersByTime(180_000)
  expect(lines).toEqual(['info Records were read. {"read":12,"stored":9,"refused":1,"behind":0}'])
  watch.onProgress({ read: 1, stored: 1, refused: 0, behind: [0] })
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
  watch.stop()
  expect(vi.getTimerCount()).toBe(0)
})

import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { createGauges, type GaugeSources, SELDOM_MS } from './gauges.ts'

function start(sources: GaugeSources) {
  const registry = new Registry()
  const gauges = createGauges(sources, [registry])
  return async () => {
    await gauges.refresh()
    return registry.metrics()
  }
}

test('each source has its gauges, in bytes and seconds', async () => {
  const scrape = start({
    waitingBytes: () => 1024,
    freeBytes: async () => 4096,
    deletions: async () => ({ count: 2, oldestMs: 90_000 }),
    kafkaBehindMs: async () => 1500,
    parquetBehindMs: async () => 2500,
  })
  const text = await scrape()
  for (const line of [
    'waiting_bytes 1024',
    'disk_free_bytes 4096',
    'deletions_running 2',
    'deletion_oldest_seconds 90',
    'kafka_behind_seconds 1.5',
    'parquet_behind_seconds 2.5',
  ])
    expect(text).toContain(`telltale_collector_${line}\n`)
})

test('a source that is missing has no gauge, so that no alert takes it for 0', async () => {
  expect(await start({})()).not.toContain('telltale_collector')
})

test('a source that fails has no number, and the others have theirs', async () => {
  const freeBytes = () => Promise.reject(new Error('ENOENT'))
  const text = await start({ freeBytes, waitingBytes: () => 7 })()
  expect(text).toMatch(/_disk_free_bytes nan\n/i)
  expect(text).toContain('_waiting_bytes 7\n')
})

test('a scrape does not wait for a source that does not answer, asks it once, and the next one has its figure', async () => {
  let answer = (_: number) => undefined as void
  const freeBytes = vi.fn(() => new Promise<number>((resolve) => (answer = resolve)))
  const scrape = start({ freeBytes })
  expect(await scrape()).toMatch(/_disk_free_bytes nan\n/i)
  await scrape()
  expect(freeBytes).toHaveBeenCalledTimes(1)
  answer(5)
  await expect.poll(scrape).toContain('_disk_free_bytes 5\n')
})

test('the store is asked once a minute for deletions, however often somebody scrapes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const deletions = vi.fn(async () => ({ count: 0, oldestMs: 0 }))
    const scrape = start({ deletions })
    for (const _ of [1, 2, 3]) await scrape()
    expect(deletions).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + SELDOM_MS)
    await scrape()
    expect(deletions).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

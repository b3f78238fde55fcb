import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

function open() {
  const logged: string[] = []
  const store = { works: true, checks: 0 }
  const clock = { now: 0 }
  const readiness = createReadiness({
    sink: {
      name: 'SQLite',
      async check() {
        store.checks += 1
        if (!store.works) throw Object.assign(new Error('secret'), { code: 'ENOSPC' })
      },
    },
    log: (level, message, fields) => logged.push([level, message, JSON.stringify(fields)].join(' ')),
    now: () => clock.now,
  })
  return { readiness, store, clock, logged }
}

test('the store is asked once a second, however many ask', async () => {
  const { readiness, store, clock } = open()
  expect(await Promise.all(Array.from({ length: 100 }, readiness.state))).toEqual(Array(100).fill('ready'))
  expect(store.checks).toBe(1)
  clock.now = 1_000
  await readiness.state()
  expect(store.checks).toBe(2)
})

test('the log says once why the store is not ready, and when it is again', async () => {
  const { readiness, store, clock, logged } = open()
  store.works = false
  for (const now of [0, 1_000, 2_000]) {
    clock.now = now
    expect(await readiness.state()).toBe('not ready')
  }
  store.works = true
  clock.now = 3_000
  expect(await readiness.state()).toBe('ready')
  expect(logged).toEqual(['error SQLite is not ready. {"reason":"ENOSPC"}', 'info SQLite is ready again. '])
})

test('a clock that is set back does not stop the checks', async () => {
  const { readiness, store, clock } = open()
  clock.now = 1e12
  await readiness.state()
  clock.now = 0
  await readiness.state()
  expect(store.checks).toBe(2)
})

test('a collector that is ending is draining, and its store is not asked any more', async () => {
  const { readiness, store } = open()
  readiness.drain()
  expect(await readiness.state()).toBe('draining')
  expect(store.checks).toBe(0)
})

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { RequestInfo } from '../collectorOptions.ts'
import { createAdminGuard } from './adminGuard.ts'

const TOKEN = 'a-token-of-the-tests'

function open(slowMs = 20) {
  const logged: string[] = []
  const clock = { now: 0 }
  const guard = createAdminGuard({
    adminToken: TOKEN,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
    now: () => clock.now,
    slowMs,
  })
  const app = new Hono<{ Bindings: RequestInfo }>().get('/', async (c) => (await guard(c)) ?? c.text('in'))
  const ask = async (token?: string, address = '192.0.2.1') =>
    (await app.request('/', { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }, { address }))
      .status
  return { ask, logged, clock }
}

test('the token opens, and nothing else does', async () => {
  const { ask } = open()
  expect(await Promise.all([ask(TOKEN), ask(), ask('wrong'), ask(TOKEN.slice(1))])).toEqual([200, 401, 401, 401])
})

test('who tries many tokens at once waits, and learns nothing more', async () => {
  const { ask } = open(200)
  const guesses = Array.from({ length: 50 }, (_, number) => ask(`guess-${number}`))
  // Not even whether the right one is among them.
  expect(await ask(TOKEN)).toBe(429)
  expect(await ask(TOKEN, '192.0.2.2')).toBe(200)
  const answers = await Promise.all(guesses)
  expect([
    answers.filter((status) => status === 401).length,
    answers.filter((status) => status === 429).length,
  ]).toEqual([5, 45])
  expect(await ask(TOKEN)).toBe(200)
})

test('the log says once a minute that tokens are wrong, how many, and nothing of them', async () => {
  const { ask, logged, clock } = open(0)
  for (let number = 0; number < 4; number += 1) await ask('wrong')
  clock.now = 60_000
  await ask('wrong')
  expect(logged).toEqual([
    'warn A request had a wrong admin token. {"count":1}',
    'warn A request had a wrong admin token. {"count":4}',
  ])
})

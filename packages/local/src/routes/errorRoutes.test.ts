import { afterEach, beforeEach, expect, test } from 'vitest'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

let services: ServicesForTest
beforeEach(async () => void (services = await startForTest()))
afterEach(() => services.close())

const get = (path: string) => fetch(`${services.url}/console/errors${path}`)
const read = async (path: string) => (await get(path)).json()

async function post(...events: readonly object[]): Promise<void> {
  const whole = events.map((event, index) => ({
    ...{ id: uuidOf(`event-${index}`), name: 'Error', at: Date.now(), url: 'http://127.0.0.1/', kind: 'error' },
    ...{ identity: { id: 'ida' }, properties: {}, ...event },
  }))
  const answer = await fetch(`${services.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app: { name: 'Desk', promotion: 'sandbox' }, events: whole }),
  })
  expect(answer.status).toBe(202)
}

test('errors that were delivered are listed, and each has its detail', async () => {
  const properties = { type: 'TypeError', message: 'No price', fingerprint: 'a/b ?', stacktrace: 'at total' }
  await post({ properties }, { properties: { ...properties, repeated: 2 } }, { kind: undefined })
  expect(await read('')).toMatchObject({
    groups: [{ fingerprint: 'a/b ?', app: 'Desk', promotion: 'sandbox', type: 'TypeError', errors: 4, people: 1 }],
    ...{ more: 0, withoutFingerprint: 0 },
  })
  const path = `/${encodeURIComponent('a/b ?')}`
  expect(await read(`${path}?app=Desk&promotion=sandbox&period=1h`)).toMatchObject({
    ...{ outcome: 'found', latest: { stack: 'at total' } },
    who: { all: { people: 1, affected: 1 }, sentence: 'Too few people to say: 1 of at least 40.' },
  })
  expect(await read(`${path}?app=Shop`)).toMatchObject({ outcome: 'none' })
})

test('without errors, the list is empty, and a fingerprint has none', async () => {
  expect(await read('')).toMatchObject({ groups: [], more: 0 })
  expect(await read('/unknown')).toMatchObject({ outcome: 'none' })
})

test.each(['?period=1y', '/unknown?period=', '?period=__proto__'])('%s has no period', async (path) => {
  const answer = await get(path)
  expect([answer.status, await answer.json()]).toEqual([400, { message: 'The period must be one of 1h, 24h, 7d.' }])
})

test.each(['', '/unknown'])(
  'pages of other origins can neither read nor embed errors%s, and no cache keeps them',
  async (path) => {
    const { headers } = await get(path)
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
    const other = await fetch(`${services.url}/console/errors${path}`, { headers: { origin: 'https://evil.example' } })
    expect(other.status).toBe(403)
  },
)

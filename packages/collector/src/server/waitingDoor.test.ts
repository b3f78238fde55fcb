import { expect, test } from 'vitest'
import { createWaitingDoor } from './waitingDoor.ts'

const TOKEN = 'a-token-for-these-tests'
const EVENT = {
  ...{ id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f', name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} },
}

function open() {
  const statuses: number[] = []
  const door = createWaitingDoor(
    { adminToken: TOKEN, origins: ['https://a.example.com'], onAnswered: ({ status }) => statuses.push(status) },
    'PostgreSQL',
  )
  const ask = (path: string, init: RequestInit = {}) => door.fetch(new Request(`http://collector${path}`, init), {})
  return { door, ask, statuses }
}

test('the process lives, and is not ready for the reason that was told last', async () => {
  const { door, ask } = open()
  expect((await ask('/health/live')).status).toBe(200)
  const before = await ask('/health/ready')
  expect([before.status, await before.json()]).toEqual([503, { status: 'not ready', store: 'PostgreSQL' }])
  door.because('ECONNREFUSED')
  expect(await (await ask('/health')).json()).toMatchObject({ status: 'not ready', reason: 'ECONNREFUSED' })
})

test('a page is told to come again, and may read when', async () => {
  const { ask, statuses } = open()
  const headers = { 'content-type': 'application/json', origin: 'https://a.example.com' }
  const body = JSON.stringify({ app: { name: 'Quotes' }, events: [EVENT] })
  const answer = await ask('/collect', { method: 'POST', headers, body })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example.com')
  expect(statuses).toEqual([503])
})

test('what is stored cannot be read yet, and a wrong token reads nothing at all', async () => {
  const { ask } = open()
  const authorization = `Bearer ${TOKEN}`
  expect((await ask('/events', { headers: { authorization } })).status).toBe(503)
  expect((await ask('/events')).status).toBe(401)
})

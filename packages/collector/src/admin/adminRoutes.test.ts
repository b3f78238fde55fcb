import { expect, onTestFinished, test } from 'vitest'
import { createCollector } from '../createCollector.ts'
import { sqliteStore } from '../sqlite.ts'

const TOKEN = 'a-token-of-the-tests'

async function open() {
  const collector = createCollector({ sink: await sqliteStore({ file: ':memory:' }), adminToken: TOKEN })
  onTestFinished(() => collector.close())
  return async (path: string, init: RequestInit = {}, token = TOKEN) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await collector.fetch(new Request(`https://collector.test${path}`, { headers, ...init }))
    return [answer.status, ((await answer.json().catch(() => ({}))) as { message?: string }).message]
  }
}

test.each(['x', '-1', '1.5', 'null', '', '99999999999999999999', '1%00'])(
  'a cursor such as %j, which no answer has had, is answered with 400',
  async (cursor) => {
    const ask = await open()
    expect(await ask(`/events?before=${cursor}`)).toEqual([400, '"before" must be the one of an earlier answer.'])
  },
)

test.each([
  '/people/%00',
  '/visitors/a%00b',
  `/people/${'a'.repeat(513)}`,
  '/accounts/organization/%00',
  '/accounts/%00/a',
])('an id that no event can have is answered with 400: %.40s', async (path) => {
  const ask = await open()
  const answers = [await ask(`${path}/export`), await ask(path, { method: 'DELETE' })]
  expect(answers).toEqual([
    [400, 'No event can have this id.'],
    [400, 'No event can have this id.'],
  ])
})

test.each(['/events', '/', '/v1/events', '/collect/', '/api/collect', '/people/ida'])(
  'a batch that is posted to %s is answered with the right path, not with a question for a token',
  async (path) => {
    const ask = await open()
    const init = { method: 'POST', body: '{"events":[]}' }
    expect(await ask(path, init, 'wrong')).toEqual([
      404,
      'There is nothing at this path. Batches are posted to /collect.',
    ])
  },
)

test.each([
  ['/events', 'GET'],
  ['/loss', 'GET'],
  ['/erasures', 'GET'],
  ['/consents/ida', 'GET'],
  ['/people/ida/export', 'GET'],
  ['/people/ida', 'DELETE'],
])('a store that only takes events answers 501 to %s, and says whom to ask', async (path, method) => {
  const sink = { name: 'Kafka', append: async () => [], check: async () => undefined, close: async () => undefined }
  const collector = createCollector({ sink, adminToken: TOKEN, log: () => undefined })
  onTestFinished(() => collector.close())
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await collector.fetch(new Request(`https://collector.test${path}`, { method, headers }))
  expect([answer.status, await answer.json()]).toEqual([
    501,
    {
      message:
        'Kafka only takes events. Ask a collector whose store can be read, such as the one that "consume" fills.',
    },
  ])
})

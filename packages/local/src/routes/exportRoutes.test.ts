import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

/** More than one page of the store. */
const COUNT = 2500

async function lines(name: string): Promise<{ readonly answer: Response; readonly lines: readonly string[] }> {
  const answer = await fetch(`${services.url}/console/${name}`)
  return { answer, lines: (await answer.text()).trimEnd().split(/\r?\n/) }
}

test('an export without events is empty, except for the header of the CSV', async () => {
  expect((await lines('events.ndjson')).lines).toEqual([''])
  expect((await lines('events.csv')).lines).toHaveLength(1)
})

test('an export has every event once, the oldest first, as a file that is not cached', async () => {
  const ids = Array.from({ length: COUNT }, (_, index) => uuidOf(`event-${index}`))
  const events = ids.map((id) => ({ id, name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} }))
  await fetch(`${services.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app: {}, events }),
  })
  const { answer, lines: ndjson } = await lines('events.ndjson')
  expect(ndjson.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="events.ndjson"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  const { lines: csv } = await lines('events.csv')
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(ids)
})

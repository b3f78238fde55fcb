import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'
import { uuidOf } from '../testing/uuidOf.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

function deliver(page: string, numbers: readonly number[], pages: unknown) {
  const events = numbers.map((n) => ({
    ...{ id: uuidOf(`${page}-${n}`), n, page, name: 'Quote sent', at: 1, url: '', properties: {}, identity: {} },
    moment: { release: '7' },
  }))
  return fetch(`${services.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ app: { name: 'Desk' }, sentAt: 1, pages, events }),
  })
}

const loss = async (query = '') => (await fetch(`${services.url}/loss${query}`)).json()

test('GET /loss tells what is stored, explained, under way, outstanding and unexplained', async () => {
  await deliver('one', [1, 2], { one: { last: 3 } })
  await deliver('one', [4, 6], { one: { last: 7, delivered: '1-3', filtered: '5' } })
  expect(await loss()).toMatchObject({
    expected: 7,
    stored: 4,
    explained: { filtered: 1 },
    onTheWay: 1,
    unexplained: 1,
  })
  expect(await loss('?onTheWay=0')).toMatchObject({ onTheWay: 0, outstanding: 1 })
  expect(await loss('?onTheWay=0&outstanding=0')).toMatchObject({ outstanding: 0, unexplained: 2 })
  const { by, pages } = await loss()
  expect(by).toMatchObject({ app: { Desk: {} }, release: { 7: {} }, engine: { firefox: { unexplained: 1 } } })
  expect(pages).toMatchObject([{ page: 'one', missing: '3,7' }])
  // What another page tells about it explains the rest.
  await deliver('two', [1], { two: { last: 1 }, one: { 'over-budget': '7' } })
  expect(await loss()).toMatchObject({ expected: 8, explained: { filtered: 1, 'over-budget': 1 }, unexplained: 1 })
  // A copy changes nothing.
  await deliver('one', [4, 6], { one: { last: 7, delivered: '1-3', filtered: '5' } })
  expect(await loss()).toMatchObject({ expected: 8, stored: 5, unexplained: 1 })
})

let odd = 0

test.each([
  ['a number that is no number', { x: { last: 'many' } }],
  ['a number that is too large', { x: { last: 1e300 } }],
  ['a fate that is no text', { x: { delivered: 5, filtered: null, refused: ['1-2'] } }],
  ['a fate with a long name', { x: { ['a'.repeat(100)]: '1' } }],
  ['a page with a long name', { ['p'.repeat(1_000)]: { last: 3 } }],
  ['a range of all numbers', { ['__proto__x']: { delivered: '1-999999999' } }],
])('a batch that tells %s is stored, and the meter still answers', async (_, pages) => {
  const before = (await loss()) as { stored: number }
  expect((await deliver(`odd-${(odd += 1)}`, [1], pages)).status).toBe(202)
  expect(await loss()).toMatchObject({ stored: before.stored + 1 })
})

test('a batch whose pages are no objects is refused with a sentence', async () => {
  for (const pages of [5, [], { x: 1 }]) {
    const answer = await deliver('refused', [1], pages)
    expect([answer.status, await answer.json()]).toEqual([400, { message: '"pages" must be an object of objects.' }])
  }
})

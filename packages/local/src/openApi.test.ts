import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiDocument, type ApiDocument } from './testing/apiDocument.ts'
import { DANA_TOKEN, PRIYA_TOKEN } from './testing/people.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

const LEVEL = '/api/sandbox'
const ADDRESSES = ['/who-am-i', '/project/{project}/who-am-i'] as const
const EVENT = {
  id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f',
  name: 'Quote sent',
  at: 1,
  url: 'http://127.0.0.1/',
  properties: { screen_dimensions: '1x1' },
  epoch: 'e1',
  identity: {},
}

let whoAmI: ApiDocument
let collector: ApiDocument
let services: ServicesForTest
beforeAll(async () => {
  whoAmI = await apiDocument('who-am-i.yaml')
  collector = await apiDocument('collector.yaml')
})
beforeEach(async () => void (services = await startForTest({ collectorLimits: { maxBytes: 5_000 } })))
afterEach(() => services.close())

describe('the OpenAPI documents', () => {
  test('are valid OpenAPI 3.1, and their examples match their own schemas', () => {
    for (const { version, problems, examples } of [whoAmI, collector]) {
      expect([version, problems]).toEqual(['3.1', []])
      expect(examples().length).toBeGreaterThan(0)
      expect(examples().flat()).toEqual([])
    }
  })
})

describe('the answers of the local services match the OpenAPI document', () => {
  const headers = { Authorization: `Bearer ${DANA_TOKEN}`, 'Authorization-App-Platform': 'web' }

  describe.each(ADDRESSES)('of who-am-i at %s', (path) => {
    const url = () => `${services.url}${LEVEL}${path.replace('{project}', '1234')}`

    test.each([
      [200, headers],
      [200, { ...headers, Authorization: `Bearer ${PRIYA_TOKEN}` }],
      [401, {}],
      [401, { ...headers, Authorization: 'Bearer a.b.c' }],
      [503, { ...headers, 'x-telltale-fault': 'status=503' }],
    ])('with status %d', async (status, sent) => {
      const answer = await fetch(url(), { headers: { ...sent, Origin: 'http://localhost:3000' } })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
      expect(await whoAmI.answerProblems(`get ${path}`, answer)).toEqual([])
    })

    test('to the preflight of a browser', async () => {
      const answer = await fetch(url(), {
        method: 'OPTIONS',
        headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'GET' },
      })
      expect(answer.status).toBe(204)
      expect(await whoAmI.answerProblems(`options ${path}`, answer)).toEqual([])
    })
  })

  const batch = (more: object = {}) => JSON.stringify({ app: { name: 'Desk' }, events: [{ ...EVENT, ...more }] })

  test.each([
    [202, batch(), {}],
    [422, batch({ name: '' }), {}],
    [400, 'no JSON', {}],
    [413, batch({ properties: { text: 'x'.repeat(5_000) } }), {}],
    [415, batch(), { 'content-type': 'text/plain' }],
    [503, batch(), { 'x-telltale-fault': 'status=503' }],
  ])('of a collector with status %d', async (status, body, more) => {
    const sent = { 'content-type': 'application/json', ...more }
    const answer = await fetch(`${services.url}/collect`, { method: 'POST', headers: sent, body })
    expect(answer.status).toBe(status)
    expect(await collector.answerProblems('post /collect', answer)).toEqual([])
  })

  test('of a collector to the question what is lost', async () => {
    const sent = { 'content-type': 'application/json' }
    const pages = { other: { last: 3, filtered: '2' } }
    const body = batch({ page: 'page', n: 2 }).replace('{', `{"pages":${JSON.stringify(pages)},`)
    expect((await fetch(`${services.url}/collect`, { method: 'POST', headers: sent, body })).status).toBe(202)
    const answer = await fetch(`${services.url}/loss?onTheWay=0`)
    expect(await answer.clone().json()).toMatchObject({ expected: 5, stored: 1, explained: { filtered: 1 } })
    expect(await collector.answerProblems('get /loss', answer)).toEqual([])
  })

  test('of a collector to the preflight of a browser', async () => {
    const headersOfPage = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' }
    const answer = await fetch(`${services.url}/collect`, { method: 'OPTIONS', headers: headersOfPage })
    expect(answer.status).toBe(204)
    expect(await collector.answerProblems('options /collect', answer)).toEqual([])
  })

  test('of a collector that lets a page of another origin read Retry-After', async () => {
    await services.close()
    services = await startForTest({ collectorLimits: { maxPerSecond: 0 } })
    const headersOfPage = { Origin: 'http://localhost:3000', 'content-type': 'application/json' }
    const answer = await fetch(`${services.url}/collect`, { method: 'POST', headers: headersOfPage, body: batch() })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bRetry-After\b/)
    expect(await collector.answerProblems('post /collect', answer)).toEqual([])
  })
})

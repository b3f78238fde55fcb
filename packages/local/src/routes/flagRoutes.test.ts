import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DANA, encoded, ENVIRONMENT, PRIYA } from '../testing/people.ts'
import { announceBody } from '../testing/rawRequest.ts'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

type Flags = Record<string, { value: unknown; version: number; flagVersion: number; [field: string]: unknown }>

async function poll(context: unknown, query = ''): Promise<Flags> {
  const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(context)}${query}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch('application/json')
  return (await answer.json()) as Flags
}

function ask(method: string, path: string, body?: string) {
  return fetch(services.url + path, { method, ...(body !== undefined && { body }) })
}

describe('a poll for flags', () => {
  test('evaluates the rules for the context', async () => {
    expect((await poll(DANA))['new-pricing']).toMatchObject({
      value: true,
      variation: 0,
      flagVersion: 4,
      trackEvents: true,
    })
    expect((await poll(PRIYA))['new-pricing']).toMatchObject({ value: false, variation: 1 })
  })

  test('serves an individual target its own variation', async () => {
    const flags = await poll({ kind: 'user', key: 'harbor-and-pine:2210' }, '?withReasons=true')
    expect(flags['quote-layout']).toMatchObject({ value: 'guided', reason: { kind: 'TARGET_MATCH' } })
  })

  test('matches a rule with one kind of a multi-kind context', async () => {
    const { kind, ...user } = DANA
    const flags = await poll({ kind: 'multi', [kind]: user, device: { key: 'tablet-7' } })
    expect(flags['new-pricing']?.value).toBe(true)
  })

  test('splits a percentage rollout by its weights, and each context always the same way', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `somebody-${index}`)
    const values = await Promise.all(keys.map(async (key) => (await poll({ kind: 'user', key }))['fleet-map']?.value))
    expect(values.filter(Boolean).length).toBeGreaterThan(70)
    expect(values.filter(Boolean).length).toBeLessThan(130)
    expect((await poll({ kind: 'user', key: 'somebody-3' }))['fleet-map']?.value).toBe(values[3])
  })

  test('has reasons if they are requested, and where an experiment needs one', async () => {
    const without = await poll(PRIYA)
    expect(without['quote-layout']).not.toHaveProperty('reason')
    const withReasons = await poll(PRIYA, '?withReasons=true')
    expect(withReasons['quote-layout']?.['reason']).toEqual({ kind: 'FALLTHROUGH' })
    expect(withReasons['maintenance-banner']?.['reason']).toEqual({ kind: 'OFF' })
    expect((await poll(DANA))['new-pricing']).toMatchObject({
      trackReason: true,
      reason: { ruleId: 'pilot-companies' },
    })
  })

  test('accepts a context in padded base64', async () => {
    const padded = Buffer.from(JSON.stringify({ ...DANA, note: '?>~' }))
      .toString('base64')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
    expect(padded.endsWith('=')).toBe(true)
    expect((await ask('GET', `/sdk/evalx/${ENVIRONMENT}/contexts/${padded}`)).status).toBe(200)
  })

  test.each(['REPORT', 'POST'])('accepts a context as the body of a %s', async (method) => {
    const answer = await ask(method, `/sdk/evalx/${ENVIRONMENT}/context`, JSON.stringify({ ...DANA, name: 'Dänä' }))
    expect(((await answer.json()) as Flags)['new-pricing']?.value).toBe(true)
  })

  test('omits flags that are not for browsers', async () => {
    await services.editFlags(({ flags }) => {
      flags['server-only'] = { on: true, version: 1, variations: [1] }
      flags['older-export'] = { on: true, version: 1, variations: [1], clientSide: true }
    })
    await expect.poll(async () => Object.keys(await poll(DANA))).toContain('older-export')
    expect(Object.keys(await poll(DANA))).not.toContain('server-only')
  })
})

describe('a request of the flag protocol', () => {
  test.each([
    ['GET', `/sdk/evalx/nowhere/contexts/${encoded(DANA)}`],
    ['REPORT', '/sdk/evalx/nowhere/context'],
    ['GET', `/eval/nowhere/${encoded(DANA)}`],
    ['REPORT', '/eval/nowhere'],
    ['GET', '/ping/nowhere'],
    ['GET', '/sdk/goals/nowhere'],
    ['POST', '/events/bulk/nowhere'],
    ['POST', '/events/diagnostic/nowhere'],
  ])('%s %s is answered with 404 for an unknown environment', async (method, path) => {
    expect((await ask(method, path, method === 'GET' ? undefined : '{}')).status).toBe(404)
  })

  const invalid = [
    ['no JSON', 'moon'],
    ['a list', '[]'],
    ['nothing', ''],
    ['a context without a key', '{"kind":"user"}'],
    ['an empty key', '{"kind":"user","key":""}'],
    ['a kind that is not allowed', '{"kind":"kind","key":"a"}'],
    ['a kind without a key', '{"kind":"multi","user":{"key":"a"},"org":{}}'],
  ] as const
  test.each(invalid)('with %s as its context is answered with 400, polled and streamed', async (_what, text) => {
    const segment = Buffer.from(text).toString('base64url') || '_'
    expect((await ask('GET', `/sdk/evalx/${ENVIRONMENT}/contexts/${segment}`)).status).toBe(400)
    expect((await ask('REPORT', `/sdk/evalx/${ENVIRONMENT}/context`, text)).status).toBe(400)
    expect((await ask('GET', `/eval/${ENVIRONMENT}/${segment}`)).status).toBe(400)
    expect((await ask('REPORT', `/eval/${ENVIRONMENT}`, text)).status).toBe(400)
  })

  test('with a context of more than 64 KiB is answered with 413', async () => {
    const body = JSON.stringify({ ...DANA, note: 'x'.repeat(70_000) })
    expect((await ask('REPORT', `/sdk/evalx/${ENVIRONMENT}/context`, body)).status).toBe(413)
    expect((await ask('REPORT', `/eval/${ENVIRONMENT}`, body)).status).toBe(413)
  })
})

describe('the flag service', () => {
  test('answers a request for goals with an empty list', async () => {
    const answer = await ask('GET', `/sdk/goals/${ENVIRONMENT}`)
    expect([answer.status, await answer.json()]).toEqual([200, []])
  })

  test('accepts events and diagnostics', async () => {
    const events = JSON.stringify([{ kind: 'identify', creationDate: 1, context: DANA }])
    const answer = await ask('POST', `/events/bulk/${ENVIRONMENT}`, events)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('date')).toBeTruthy()
    expect((await ask('POST', `/events/diagnostic/${ENVIRONMENT}`, '{"kind":"diagnostic-init"}')).status).toBe(202)
  })

  test.each(['moon', '{}', '[1]', '[{}]'])('answers 400 to events that read %s', async (body) => {
    expect((await ask('POST', `/events/bulk/${ENVIRONMENT}`, body)).status).toBe(400)
  })

  test.each([
    '[{"kind":"summary"}]',
    '[{"kind":"summary","features":null}]',
    '[{"kind":"summary","features":{"a":null,"b":{"counters":{}},"c":{"counters":[null,{}]}}}]',
  ])('accepts the incomplete summary %s', async (body) => {
    expect((await ask('POST', `/events/bulk/${ENVIRONMENT}`, body)).status).toBe(202)
  })

  test('answers 413 to more than 5 MiB of events', async () => {
    const bytes = 5 * 1024 * 1024 + 1
    const line = await announceBody(`${services.url}/events/bulk/${ENVIRONMENT}`, 'POST', bytes)
    expect(line).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('across origins,', () => {
  const vendorHeaders =
    'Cache-Control,Content-Type,Content-Length,Accept-Encoding,X-LaunchDarkly-User-Agent,X-LaunchDarkly-Payload-ID,' +
    'X-LaunchDarkly-Wrapper,X-LaunchDarkly-Event-Schema,X-LaunchDarkly-Tags'

  test.each([`/sdk/evalx/${ENVIRONMENT}/context`, `/eval/${ENVIRONMENT}`, `/events/bulk/${ENVIRONMENT}`])(
    'a preflight of a local page to %s allows exactly the headers of the vendor',
    async (path) => {
      const headers = { Origin: 'http://localhost:4800', 'Access-Control-Request-Method': 'REPORT' }
      const answer = await fetch(services.url + path, { method: 'OPTIONS', headers })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:4800')
      expect(answer.headers.get('access-control-allow-headers')).toBe(vendorHeaders)
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET,POST,REPORT,OPTIONS')
      expect(answer.headers.get('access-control-max-age')).toBe('300')
    },
  )

  test('exposes the Date header of an answer to a local page', async () => {
    const answer = await fetch(`${services.url}/sdk/goals/${ENVIRONMENT}`, {
      headers: { Origin: 'http://127.0.0.1:4800' },
    })
    expect(answer.headers.get('access-control-expose-headers')).toBe('Date')
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4800')
  })
})

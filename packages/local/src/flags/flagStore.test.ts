import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DANA, encoded, PRIYA } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { startForTest, type SampleFlags, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeEach(async () => {
  services = await startForTest()
  await services.editFlags((content) => {
    content.environments = { production: 'desk-production', staging: 'desk-staging', sandbox: 'desk-staging' }
    content.perEnvironment = { 'desk-staging': { flags: { 'new-pricing': { on: false } } } }
  })
  await expect.poll(async () => (await poll('desk-staging')).status).toBe(200)
})
afterEach(() => services.close())

function poll(environment: string, query = ''): Promise<Response> {
  return fetch(`${services.url}/sdk/evalx/${environment}/contexts/${encoded(DANA)}${query}`)
}

async function valueOf(flag: string, environment: string): Promise<unknown> {
  return ((await (await poll(environment)).json()) as Record<string, { value: unknown }>)[flag]?.value
}

function turn(environment: string, on: boolean): Promise<Response> {
  const body = JSON.stringify({ environment, on })
  return fetch(`${services.url}/console/flags/new-pricing`, { method: 'POST', headers: { origin: services.url }, body })
}

describe('several environments of one flags.json', () => {
  test('have their own values', async () => {
    expect(await valueOf('new-pricing', 'desk-production')).toBe(true)
    expect(await valueOf('new-pricing', 'desk-staging')).toBe(false)
    expect(await valueOf('quote-layout', 'desk-staging')).toBe('classic')
    expect((await poll('rental-desk-local')).status).toBe(404)
  })

  test('are switched separately', async () => {
    const staging = await readEventStream(`${services.url}/eval/desk-staging/${encoded(DANA)}`)
    const production = await readEventStream(`${services.url}/eval/desk-production/${encoded(DANA)}`)
    await staging.next()
    await production.next()
    expect((await turn('desk-staging', true)).status).toBe(200)
    expect((await staging.next())?.data).toMatchObject({ key: 'new-pricing', value: true, flagVersion: 5 })
    expect((await turn('desk-production', false)).status).toBe(200)
    // The first message is about its own flag.
    expect((await production.next())?.data).toMatchObject({ key: 'new-pricing', value: false })
    expect(await valueOf('new-pricing', 'desk-staging')).toBe(true)
    const content = JSON.parse(await readFile(services.flagsFile, 'utf8')) as SampleFlags
    expect(content.flags['new-pricing']).toMatchObject({ on: true, version: 4 })
    staging.close()
    production.close()
  })

  test('are selected by the key that OpenFeature sends, and the first one without a key', async () => {
    const ask = async (headers: Record<string, string>) => {
      const url = `${services.url}/ofrep/v1/evaluate/flags/new-pricing`
      const { key: targetingKey, ...attributes } = DANA
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ context: { targetingKey, ...attributes } }),
      })
      return ((await answer.json()) as { value: unknown }).value
    }
    expect(await ask({ 'x-api-key': 'desk-staging' })).toBe(false)
    expect(await ask({})).toBe(true)
  })

  test('close their streams when they are removed', async () => {
    const stream = await readEventStream(`${services.url}/eval/desk-staging/${encoded(DANA)}`)
    await stream.next()
    await services.editFlags((content) => {
      content.environments = { production: 'desk-production' }
      delete content.perEnvironment
    })
    expect(await stream.next()).toBeUndefined()
  })
})

describe('secure mode', () => {
  const KEY = 'sdk-3c1f'
  beforeEach(async () => {
    await services.editFlags((content) => (content.perEnvironment = { 'desk-staging': { secureModeKey: KEY } }))
    await expect.poll(async () => (await poll('desk-staging')).status).toBe(400)
  })

  const hashOf = (key: string) => createHmac('sha256', KEY).update(key).digest('hex')

  test('answers a context with its hash, polled and streamed', async () => {
    const query = `?h=${hashOf(DANA.key)}`
    expect((await poll('desk-staging', query)).status).toBe(200)
    const stream = await readEventStream(`${services.url}/eval/desk-staging/${encoded(DANA)}${query}`)
    expect((await stream.next())?.event).toBe('put')
    stream.close()
    const report = await fetch(`${services.url}/sdk/evalx/desk-staging/context${query}`, {
      method: 'REPORT',
      body: JSON.stringify(DANA),
    })
    expect(report.status).toBe(200)
  })

  test('refuses a context without a hash, or with the hash of another context', async () => {
    for (const query of ['', '?h=', `?h=${hashOf(PRIYA.key)}`]) {
      const answer = await poll('desk-staging', query)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining('secure mode') })
      expect((await fetch(`${services.url}/eval/desk-staging/${encoded(DANA)}${query}`)).status).toBe(400)
    }
  })

  test('of one environment does not affect the others', async () => {
    expect((await poll('desk-production')).status).toBe(200)
  })
})

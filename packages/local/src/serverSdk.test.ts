import { init, type LDClient, type LDContext } from '@launchdarkly/node-server-sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleMessage } from './console/consoleMessage.ts'
import { DANA, ENVIRONMENT, PRIYA } from './testing/people.ts'
import { readEventStream } from './testing/readEventStream.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

/** Seconds. */
const PATIENCE = 20
const SERVER_KEY = 'sdk-of-the-server'

let services: ServicesForTest
let client: LDClient
const said: string[] = []

beforeEach(async () => void (services = await startForTest()))
afterEach(async () => {
  client.close()
  await services.close()
  said.length = 0
})

async function start({ key = ENVIRONMENT, stream = true } = {}): Promise<void> {
  const keep = (text: string) => void said.push(text)
  const logger = { debug: () => {}, info: () => {}, warn: keep, error: keep }
  const { url } = services
  client = init(key, { baseUri: url, streamUri: url, eventsUri: url, stream, logger })
  await client.waitForInitialization({ timeout: PATIENCE })
}

const value = (key: string, context: LDContext = DANA) => client.variation(key, context, 'the fallback')

/** Resolves when the SDK has a new version of the flag. */
const untilUpdated = (key: string) => new Promise<void>((resolve) => client.once(`update:${key}`, () => resolve()))

describe.each([
  ['streams', true],
  ['polls', false],
])('the vendor’s Node server SDK that %s from the local services', (_how, stream) => {
  test('evaluates the rules of flags.json for each context', async () => {
    await start({ stream })
    expect(await value('new-pricing')).toBe(true)
    expect(await value('new-pricing', PRIYA)).toBe(false)
    expect(said).toEqual([])
  })

  test('returns the same bootstrap for a page as the client-side protocol', async () => {
    await start({ stream })
    const state = await client.allFlagsState(DANA, { clientSideOnly: true })
    const context = Buffer.from(JSON.stringify(DANA)).toString('base64url')
    const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${context}`)
    const flags = (await answer.json()) as Record<string, { value: unknown; version: number }>
    const { $flagsState, $valid, ...values } = state.toJSON() as Record<string, Record<string, { version: number }>>
    expect($valid).toBe(true)
    expect(values).toEqual(Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, flag.value])))
    expect($flagsState?.['new-pricing']?.version).toBe(flags['new-pricing']?.version)
  })
})

test('the vendor’s Node server SDK receives changed and removed flags without a new version in the file', async () => {
  await start()
  const updated = untilUpdated('new-pricing')
  await services.editFlags(({ flags }) => void (flags['new-pricing']!.on = false))
  await updated
  expect(await value('new-pricing')).toBe(false)

  const removed = untilUpdated('new-pricing')
  await services.editFlags(({ flags }) => void delete flags['new-pricing'])
  await removed
  expect(await value('new-pricing')).toBe('the fallback')
})

test('the console counts the evaluations of a server SDK', async () => {
  await start()
  await value('new-pricing')
  await client.flush()
  const stream = await readEventStream(`${services.url}/console/stream`)
  const message = (await stream.next())?.data as ConsoleMessage
  stream.close()
  const state = message.type === 'state' ? message.state : undefined
  expect(state?.counts['new-pricing']).toEqual({ '0': 1 })
  expect(state?.connections).toMatchObject([{ kind: 'server', environment: ENVIRONMENT }])
})

test('an environment in secure mode accepts its key, but not its client-side id', async () => {
  await services.editFlags((content) => {
    content.perEnvironment = { [ENVIRONMENT]: { secureModeKey: SERVER_KEY } }
  })
  await expect
    .poll(
      async () => (await fetch(`${services.url}/sdk/latest-all`, { headers: { authorization: SERVER_KEY } })).status,
    )
    .toBe(200)
  await expect(start()).rejects.toThrow()
  expect(said.join()).toContain('401')
  client.close()
  await start({ key: SERVER_KEY })
  expect(await value('new-pricing')).toBe(true)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collector } from '../collector.ts'
import type { Destination } from '../events/destinations/destination.ts'
import { BROKEN_DESTINATIONS } from './brokenDestinations.suite.ts'
import { ownDestination } from './ownDestination.suite.ts'
import { testDestination } from './testDestination.ts'

// testDestination.nightly.test.ts has more destinations, and all broken ones.
describe.each([
  ['an application', () => ownDestination()],
  [
    'collector',
    () => collector({ url: 'https://collector.test/events', headers: { 'X-Write-Key': 'key-of-the-page' } }),
  ],
])('the destination of %s', (_name, create) => {
  for (const { name, run } of testDestination(create)) it(name, run)
})

const { debug } = console
beforeAll(() => void (console.debug = () => {}))
afterAll(() => void (console.debug = debug))

it('there is a broken destination for each check', () => {
  const names = testDestination(() => ownDestination()).map(({ name }) => name)
  expect([...new Set(BROKEN_DESTINATIONS.map(([name]) => name))]).toEqual(names)
})

/** One of each file of checks. */
const SAMPLE = [
  'each event arrives, and arrives once',
  'a batch that is too large is divided',
  'the request of a page that ends starts at once and outlives the page',
]

it.each(SAMPLE.map((title) => BROKEN_DESTINATIONS.find(([check]) => check === title) ?? expect.unreachable(title)))(
  'the check fails, "%s", for a destination that %s',
  async (title, _defect, start) => {
    const check = testDestination(start()).find(({ name }) => name === title)
    await expect(check?.run()).rejects.toThrow(/^[A-Z0-9].*[.]/)
  },
)

it('a check restores fetch and the console, also if it fails', async () => {
  const before = [globalThis.fetch, console.error, console.debug]
  for (const create of [() => ownDestination(), () => ownDestination(() => ({ name: '' }))]) {
    await testDestination(create)[0]
      ?.run()
      .catch(() => {})
    expect([globalThis.fetch, console.error, console.debug]).toEqual(before)
  }
})

it('two checks at a time are an error', async () => {
  const [one, other] = testDestination(() => ownDestination())
  const running = one?.run()
  await expect(other?.run()).rejects.toThrow('Run the checks one after another.')
  await running
})

it('a destination that uses no requests passes the checks that apply', async () => {
  const received: unknown[] = []
  const inMemory = (): Destination => ({
    name: 'in-memory',
    async deliver(batch) {
      received.push(...batch)
      return { outcome: 'delivered' }
    },
  })
  for (const { run } of testDestination(inMemory, { http: false })) await run()
  expect(received.length).toBeGreaterThan(100)
})

it('a check tracks the event that the destination accepts, and its service answers as it says', async () => {
  const orders = () =>
    ownDestination(({ judge }) => ({
      accepts: ({ name, properties }) => name === 'Order placed' && properties['total'] === 1,
      judge: async (answer, batch) => (answer.status === 200 ? { outcome: 'retry' } : judge(answer, batch)),
    }))
  const options = {
    event: { name: 'Order placed', properties: { total: 1 } },
    accepted: { status: 201, body: { ok: true } },
  }
  for (const { run } of testDestination(orders, options)) await run()
})

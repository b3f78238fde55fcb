import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundle } from './testing/bundle.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { openPage, type TestPage } from './testing/openPage.ts'
import type { OfrepPage, OfrepPerson, Readings } from './testing/ofrepPage.suite.ts'
import { DANA, ENVIRONMENT } from './testing/people.ts'
import { randomContent, randomFlag, seededRandom } from './testing/randomFlags.ts'
import { servePage, type ServedPage } from './testing/servePage.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

let browser: Browser
let host: ServedPage
let opened: TestPage
let services: ServicesForTest
beforeAll(async () => {
  host = await servePage(await bundle(join(import.meta.dirname, 'testing', 'ofrepPage.suite.ts')))
  browser = await openBrowser()
  services = await startForTest()
  opened = await openPage(browser, host.url)
})
beforeEach(() => opened.renew())
afterAll(async () => {
  await opened.leave()
  await browser.close()
  await services.close()
  await host.close()
})

const dana: OfrepPerson = { unique_identity: DANA.key, company_id: DANA.company_id }

const start = (headers: Record<string, string>) =>
  opened.page.evaluate(([url, sent]) => (globalThis as unknown as OfrepPage).start(url, sent), [
    services.url,
    headers,
  ] as const)

/** What the layer shows now. */
const shown = (key: string, person?: OfrepPerson) =>
  opened.page.evaluate(
    ([flag, one]) => {
      const { telltale } = globalThis as unknown as OfrepPage
      if (one) telltale.identify(one)
      return [telltale.flags.status.get(), telltale.flags.variation(flag, false)]
    },
    [key, person] as const,
  )

test('a layer has the flags of the local services by their key, follows changes, and has those of another user', async () => {
  const statuses: number[] = []
  opened.page.on('response', (answer) => {
    if (answer.request().method() === 'POST') statuses.push(answer.status())
  })
  await start({ 'X-API-Key': ENVIRONMENT })
  await shown('new-pricing', dana)
  await expect.poll(() => shown('new-pricing')).toEqual(['live', true])
  // The flags are requested again when the stream is open.
  await expect.poll(() => statuses.slice(0, 2)).toEqual([200, 304])
  await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))
  await expect.poll(() => shown('new-pricing')).toEqual(['live', false])
  await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: true }))
  await expect.poll(() => shown('new-pricing')).toEqual(['live', true])
  await shown('new-pricing', { unique_identity: 'x', company_id: 'northgate-events' })
  await expect.poll(() => shown('new-pricing')).toEqual(['live', false])
  expect(opened.complaints).toEqual([])
})

test('a layer with a wrong key has no flags, and says what to check', async () => {
  await start({ Authorization: 'Bearer stranger' })
  await shown('new-pricing', dana)
  await expect.poll(() => shown('new-pricing')).toEqual(['failed', false])
  expect(opened.complaints.filter((line) => line.includes('(T206)'))).toEqual([
    expect.stringContaining('The flag server has sent no flags: status 401. Check headers. (T206)'),
  ])
})

test('a layer gives the values, reasons and variants of the official provider, for 200 flags and 20 users', async () => {
  const random = seededRandom(7)
  const { flags, segments } = randomContent(random)
  for (let index = 0; index < 196; index += 1) flags[`flag-${index}`] = randomFlag(random, `flag-${index}`)
  await services.editFlags((content) => Object.assign(content, { flags, segments }))
  const people = Array.from({ length: 20 }, (_, index) => ({
    unique_identity: index < 2 ? (['ann', 'ben'][index] ?? '') : `user-${index}`,
    plan: random.of(['free', 'pro', 'team']),
    seats: random.below(4),
  }))
  const fallbacks = Object.fromEntries(
    Object.entries(flags).map(([key, { variations }]) => {
      const [first] = variations as unknown[]
      return [key, typeof first === 'boolean' ? false : typeof first === 'string' ? 'none' : { none: true }]
    }),
  )
  const readAll = () =>
    opened.page.evaluate(([url, ...rest]) => (globalThis as unknown as OfrepPage).readProvider(url, ...rest), [
      services.url,
      people,
      fallbacks,
    ] as const)
  await expect.poll(async () => JSON.stringify(await readAll())).toContain('flag-195')
  const official = await readAll()
  await start({})
  const own = await opened.page.evaluate((rest) => (globalThis as unknown as OfrepPage).readLayer(...rest), [
    people,
    fallbacks,
  ] as const)
  // Where the value is null, which is no value of a boolean, the provider has the fallback and an error. The layer has the fallback and the reason.
  const isError = official.map((all) => all.map(([, , reason]) => reason === 'ERROR'))
  const withoutErrors = (all: Readings) =>
    all.map((one, person) => one.map((reading, index) => (isError[person]?.[index] ? reading.slice(0, 2) : reading)))
  expect(withoutErrors(own)).toEqual(withoutErrors(official))
  expect(new Set(official.flatMap((all) => all.map(([, , reason]) => reason)))).toEqual(
    new Set(['ERROR', 'STATIC', 'DEFAULT', 'SPLIT', 'DISABLED', 'TARGETING_MATCH']),
  )
  expect(isError.flat().filter(Boolean).length).toBeLessThan(1_500)
  expect(own.flat()).toHaveLength(4_000)
})

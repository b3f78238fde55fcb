import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startDatadogIntake } from './datadogIntake.ts'
import { test as base, expect } from './test.ts'

// Datadog's own SDK together with the layer. A local server replaces Datadog's servers.

const test = base.extend<
  { intake: Awaited<ReturnType<typeof startDatadogIntake>> },
  { server: Awaited<ReturnType<typeof startDatadogIntake>> }
>({
  server: [
    async ({ browserName: _ }, provide) => {
      const server = await startDatadogIntake()
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  intake: async ({ server, page }, provide) => {
    server.clear()
    await page.addInitScript((url) => void (globalThis.datadogIntake = url), server.url)
    await provide(server)
  },
})

const DANA = { id: 'stonebridge-civil:1042', name: 'Dana Whitfield', company_id: 'stonebridge-civil' }
/** What the SDK adds to each event to count visitors. */
const ONLY_A_BROWSER = { anonymous_id: expect.any(String) }
const FLAG = { new_pricing: true }

test('Datadog receives the user, the properties and the evaluated flags of each event, in the first view and in later views', async ({
  desk: { open, track, page },
  intake,
}) => {
  await open('datadogPage', 'dana')
  await showFlag(page)
  await track('Quote sent', { total: 1_200, rush: true, machines: ['EX-1'] })
  await sent(page, 'Quote sent')

  await page.evaluate(() => history.pushState({}, '', '/fleet'))
  await expect.poll(() => actOn(page, 'Fleet sorted')).toMatchObject({ flags: FLAG })
  await page.evaluate(() => {
    rum.startView('quote')
    desk.telltale.track('Machine picked', { machine: 'EX-1' })
  })
  await sent(page, 'Machine picked')
  await page.evaluate(() => history.back())
  await expect.poll(() => actOn(page, 'Quote printed')).toMatchObject({ flags: FLAG })
  await leave(page)

  await expect.poll(() => intake.actions('Quote printed').length).toBeGreaterThan(0)
  await expect
    .poll(() =>
      intake
        .views()
        .map(({ type, view, feature_flags: flags }) => [type, new URL(view.url).pathname, view.name, flags]),
    )
    .toEqual([
      ['view', '/datadogPage', undefined, FLAG],
      ['view', '/fleet', undefined, FLAG],
      ['view', '/fleet', 'quote', FLAG],
      ['view', '/datadogPage', undefined, FLAG],
    ])
  expect(intake.actions('Quote sent')).toEqual([
    expect.objectContaining({
      usr: expect.objectContaining(DANA),
      context: expect.objectContaining({ total: 1_200, rush: true, machines: ['EX-1'], 'LDFF: new_pricing': true }),
      feature_flags: FLAG,
    }),
  ])
  expect(intake.actions('Machine picked')).toEqual([
    expect.objectContaining({ context: expect.objectContaining({ machine: 'EX-1' }), feature_flags: FLAG }),
  ])
})

test('Datadog receives the impersonator of an impersonated user, and no user after the sign-out', async ({
  desk: { open, signIn, signOut, track, page },
  intake,
}) => {
  await open('datadogPage', 'dana')
  await showFlag(page)
  await track('Quote sent')
  await sent(page, 'Quote sent')
  await signIn('marcusAsPriya')
  await track('Quote opened', { quote: 'Q-7' })
  await sent(page, 'Quote opened')
  await signOut()
  await expect.poll(() => actOn(page, 'Page searched')).toEqual(expect.objectContaining({ usr: ONLY_A_BROWSER }))
  await leave(page)

  await expect.poll(() => intake.actions('Page searched').length).toBeGreaterThan(0)
  const impersonator = 'marcus.webb@ironline.example'
  expect(intake.actions('Quote opened')).toEqual([
    expect.objectContaining({
      usr: expect.objectContaining({
        id: `${impersonator} as Priya Raman`,
        company_id: 'northgate-events',
        impersonator,
      }),
      context: expect.objectContaining({ quote: 'Q-7', impersonator }),
    }),
  ])
  // The view was opened before, when Dana's flag was evaluated.
  expect(intake.actions('Quote opened')[0]).not.toHaveProperty('feature_flags.new_pricing')
  expect(intake.actions('Quote sent')[0]?.usr).toMatchObject(DANA)
  expect(intake.actions('Quote sent')[0]?.usr).not.toHaveProperty('impersonator')
  expect(intake.actions('Page searched').at(-1)?.usr).toEqual(ONLY_A_BROWSER)
  expect(JSON.stringify(intake.events())).not.toContain('@stonebridge-civil')
})

test('Datadog receives calls made before the script of its snippet has loaded', async ({
  desk: { open, track, page },
  intake,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  let load = () => {}
  const released = new Promise<void>((resolve) => (load = resolve))
  await page.route('https://www.datadoghq-browser-agent.com/us1/v7/datadog-rum.js', async (route) => {
    await released
    await route.fulfill({ contentType: 'text/javascript', body: await sdk() })
  })
  await open('datadogSnippetPage', 'dana')
  await showFlag(page)
  await track('Quote sent', { total: 1_200 })
  load()
  await sent(page, 'Quote sent')
  await leave(page)

  await expect
    .poll(() => intake.actions('Quote sent'))
    .toEqual([
      expect.objectContaining({
        usr: expect.objectContaining(DANA),
        context: expect.objectContaining({ total: 1_200 }),
        feature_flags: FLAG,
      }),
    ])
  expect(complaints).toEqual([])
})

/** The script that the vendor serves. Its package contains the same file. */
const sdk = () => readFile(new URL('../../bundle/datadog-rum.js', import.meta.resolve('@datadog/browser-rum')), 'utf8')

/** Leaves the page, so that the SDK sends its batch. A request of a page that is left would be lost while it is routed. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll()
  await page.context().unrouteAll()
  await page.goto('about:blank')
}

/** Waits until the flags are in force, and evaluates one. */
const showFlag = (page: Page) =>
  expect.poll(() => page.evaluate(() => desk.telltale.flags.variation('new-pricing', false))).toBe(true)

/** Waits until the SDK has an action of this name. */
const sent = (page: Page, action: string) =>
  expect.poll(() => page.evaluate(() => sentEvents.map(({ name }) => name))).toContain(action)

/** Adds an action as the application would. Returns the SDK's event. */
const actOn = (page: Page, name: string) =>
  page.evaluate((given) => {
    rum.addAction(given)
    return sentEvents.filter(({ name: sentName }) => sentName === given).at(-1)
  }, name)

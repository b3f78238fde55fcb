import type { Page } from '@playwright/test'
import { bundlePage } from '../pages/bundlePage.ts'
import { expect, test } from './test.ts'

// The vendor's SDK loads a stand-in for the widget that does what Intercom documents.

const WIDGET = 'https://widget.intercom.io/widget/desk'
const MARKED = { messaging: true }
const SESSION = 'intercom-session-desk'

const body = bundlePage(new URL('page/intercomWidget.ts', import.meta.url)).then((code) => `(() => {${code}})()`)

test.beforeEach(({ context }) =>
  context.route(WIDGET, async (route) => route.fulfill({ contentType: 'text/javascript', body: await body })),
)

/** The layer's calls to the widget so far, without the SDK's own boot and calls. */
const calls = (page: Page) =>
  page.evaluate(() =>
    (globalThis.widget?.received ?? [])
      .filter(({ given: [settings] }) => !(settings instanceof Object && 'api_base' in settings))
      .map(({ method, given }) => [method, ...given]),
  )

const methods = async (page: Page) => (await calls(page)).map(([method]) => method)
const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === SESSION)?.value

const waitingOf = (page: Page) => page.evaluate(async () => (await desk.telltale.counts()).waiting.unread['intercom'])

const whenReady = (page: Page) => page.evaluate(() => desk.telltale.ready.within(30_000))

const DANA = { app_id: 'desk', user_id: '1042', user_hash: expect.stringMatching(/^b21c7f/) }

test('the messenger of the vendor’s SDK is booted with the user and the hash, updated when the hash changes, and shut down at sign-out', async ({
  desk,
  services,
}) => {
  const { page } = desk
  await desk.open('intercomPage', 'dana')
  await expect.poll(() => calls(page)).toEqual([['boot', DANA]])
  expect(await cookieOf(page)).toBe('1042')

  await services.changeUser('dana', { user_hash: 'renewed' })
  await desk.signIn('dana')
  await expect.poll(() => calls(page)).toContainEqual(['update', { user_id: '1042', user_hash: 'renewed' }])

  await desk.signOut()
  await expect.poll(() => methods(page)).toEqual(['boot', 'update', 'shutdown'])
  expect(await cookieOf(page)).toBeUndefined()

  await desk.signIn('luis')
  await expect.poll(() => methods(page)).toEqual(['boot', 'update', 'shutdown', 'boot'])
  expect(await cookieOf(page)).toBe('1077')
})

test('the messenger of the vendor’s SDK receives only the marked events, with the flags in force', async ({ desk }) => {
  const { page } = desk
  await desk.open('intercomPage', 'dana')
  await desk.track('Fleet viewed', { machines: 3 })
  await desk.track('Quote sent', { total: 1200, rush: true }, MARKED)
  await desk.track('Help opened', {}, MARKED)
  await expect.poll(() => methods(page)).toEqual(['boot', 'trackEvent', 'trackEvent'])
  const [, quote, help] = await calls(page)
  expect(quote).toEqual([
    'trackEvent',
    'Quote sent',
    expect.objectContaining({ total: 1200, rush: 'true', 'LDFF: new_pricing': 'true' }),
  ])
  expect(help?.[1]).toBe('Help opened')
})

test('an application that uses the vendor’s SDK together with the layer has one widget with the layer’s user', async ({
  desk,
}) => {
  const { page } = desk
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(WIDGET, async (route) => {
    await released
    await route.fallback()
  })
  await desk.open('intercomPage', 'dana')
  await page.evaluate(() => sdk.trackEvent('Tour started', { steps: 4 }))
  release()
  await expect.poll(() => methods(page)).toEqual(['trackEvent', 'boot'])

  await page.evaluate(() => {
    sdk.Intercom({ app_id: 'desk', region: 'eu' })
    sdk.trackEvent('Tour finished', { steps: 4 })
  })
  const users = await page.evaluate(() => widget.received.map(({ method, kept }) => [method, kept?.['user']]))
  expect(users).toEqual([
    ['boot', 'a visitor'],
    ['trackEvent', 'a visitor'],
    ['boot', '1042'],
    ['reattach_activator', undefined],
    ['update', '1042'],
    ['trackEvent', '1042'],
  ])
  await expect(page.locator('script[src*="widget.intercom.io"]')).toHaveCount(1)
})

test('the messenger is shut down when impersonation starts, and is not booted and receives no events until it ends', async ({
  desk,
}) => {
  const { page } = desk
  await desk.open('intercomPage', 'marcus')
  await expect.poll(() => methods(page)).toEqual(['boot'])
  await desk.signIn('marcusAsPriya')
  await desk.track('Quote sent', { total: 1 }, MARKED)
  await expect.poll(() => methods(page)).toEqual(['boot', 'shutdown'])
  expect(await cookieOf(page)).toBeUndefined()
  await desk.signIn('marcus')
  await desk.track('Quote opened', {}, MARKED)
  await expect.poll(() => calls(page)).toContainEqual(['trackEvent', 'Quote opened', expect.anything()])
  expect(await methods(page)).toEqual(['boot', 'shutdown', 'boot', 'trackEvent'])
})

test('on a page that loads while a customer is impersonated, only the SDK’s own visitor is booted', async ({
  desk,
}) => {
  const { page } = desk
  await desk.open('intercomPage', 'marcusAsPriya')
  await desk.track('Quote sent', { total: 1 }, MARKED)
  await page.waitForFunction(() => globalThis.widget?.received.length > 0)
  expect(await page.evaluate(() => widget.conversationsOf)).toBeUndefined()
  await desk.signIn('dana')
  await desk.track('Quote opened', {}, MARKED)
  await expect.poll(() => methods(page)).toContain('trackEvent')
  const users = await page.evaluate(() => widget.received.map(({ method, kept }) => [method, kept?.['user']]))
  expect(users).toEqual([
    ['boot', 'a visitor'],
    ['boot', '1042'],
    ['trackEvent', '1042'],
  ])
  expect((await calls(page)).map((call) => call.slice(0, 2))).toEqual([
    ['boot', DANA],
    ['trackEvent', 'Quote opened'],
  ])
})

test('a page of another user does not show the conversations of the previous user, whose page was closed without a sign-out', async ({
  desk,
}) => {
  const { page } = desk
  await desk.open('intercomPage', 'dana')
  await expect.poll(() => cookieOf(page)).toBe('1042')
  await desk.open('intercomPage', 'luis')
  await expect.poll(() => cookieOf(page)).toBe('1077')
  expect(await methods(page)).toEqual(['boot', 'shutdown', 'boot'])
})

test('an event waits while a blocker stops the messenger’s script, and the next page delivers it once', async ({
  desk,
}) => {
  const { page } = desk
  await page.route(WIDGET, (route) => route.abort('blockedbyclient'))
  await desk.open('intercomPage', 'dana')
  await whenReady(page)
  await desk.track('Quote sent', { total: 1200 }, MARKED)
  // The event of the quote. The load event is not for the messenger.
  await expect.poll(() => waitingOf(page)).toBe(1)
  await page.unroute(WIDGET)
  await desk.open('intercomPage', 'dana')
  await expect.poll(() => methods(page)).toEqual(['boot', 'trackEvent'])
  await expect.poll(() => waitingOf(page)).toBe(0)
  await desk.open('intercomPage', 'dana')
  await desk.track('Quote opened', {}, MARKED)
  await expect.poll(() => methods(page)).toEqual(['boot', 'trackEvent'])
  expect((await calls(page))[1]?.[1]).toBe('Quote opened')
})

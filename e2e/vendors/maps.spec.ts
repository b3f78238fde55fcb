import type { Page } from '@playwright/test'
import { bundlePage } from '../pages/bundlePage.ts'
import { expect, test } from './test.ts'

// `loadMaps` together with the loader of Google Maps. A local script replaces Google's.

const SCRIPT = 'https://maps.googleapis.com/maps/api/js?*'
const LOADED = '3.61.5'

const body = bundlePage(new URL('page/googleMaps.ts', import.meta.url)).then((code) => `(() => {${code}})()`)

/** A service that gives these answers in turn, and then the script. Returns the number of requests. */
async function routeScript(page: Page, answers: readonly ('network failure' | 'sign-in page')[] = []) {
  let requests = 0
  await page.route(SCRIPT, async (route) => {
    const answer = answers[requests]
    requests += 1
    if (answer === 'network failure') return route.abort()
    if (answer) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' })
    return route.fulfill({ contentType: 'text/javascript', body: await body })
  })
  return () => requests
}

/** The errors that the page writes to the console. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

test('Google’s script is requested once, no matter how often loadMaps is called', async ({ desk: { page, open } }) => {
  const requests = await routeScript(page)
  await open('mapsPage')
  const results = page.evaluate(() => Promise.all([1, 2, 3, 4].map(() => maps.withTelltale())))
  expect(await results).toEqual([LOADED, LOADED, LOADED, LOADED])
  expect(await page.evaluate(() => maps.withTelltale())).toBe(LOADED)
  expect(requests()).toBe(1)
})

test('loadMaps waits for the script that the vendor’s loader has added to the page', async ({
  desk: { page, open },
}) => {
  const requests = await routeScript(page)
  const errors = errorsOf(page)
  await open('mapsPage')
  const results = page.evaluate(async () => {
    const vendor = maps.withVendor()
    // The loader defines `google.maps` immediately, and adds its script to the page a moment later.
    await Promise.resolve()
    return Promise.all([vendor, maps.withTelltale(), maps.withTelltale()])
  })
  expect(await results).toEqual([LOADED, LOADED, LOADED])
  expect(requests()).toBe(1)
  expect(errors).toEqual([])
})

test('the vendor’s loader uses the script that loadMaps has loaded', async ({ desk: { page, open } }) => {
  const requests = await routeScript(page)
  const errors = errorsOf(page)
  await open('mapsPage')
  expect(await page.evaluate(() => maps.withTelltale())).toBe(LOADED)
  expect(await page.evaluate(() => maps.withVendor())).toBe(LOADED)
  expect(requests()).toBe(1)
  expect(errors).toEqual([])
})

test('the vendor’s loader requests a second script when it is called while loadMaps is loading the first', async ({
  desk: { page, open },
}) => {
  const requests = await routeScript(page)
  const errors = errorsOf(page)
  await open('mapsPage')
  const results = page.evaluate(() => Promise.all([maps.withTelltale(), maps.withVendor()]))
  expect(await results).toEqual([LOADED, LOADED])
  expect(requests()).toBe(2)
  expect(errors).toEqual(['You have included the Google Maps JavaScript API multiple times on this page.'])
})

test('loadMaps tries again after a network failure and after a sign-in page with status 200', async ({
  desk: { page, open },
}) => {
  const requests = await routeScript(page, ['network failure', 'sign-in page'])
  await page.clock.install()
  await open('mapsPage')
  const result = page.evaluate(() => maps.withTelltale())
  for (const expected of [1, 2, 3]) {
    await expect.poll(requests).toBe(expected)
    await page.clock.runFor(expected === 3 ? 50 : 8_000)
  }
  expect(await result).toBe(LOADED)
})

test('loadMaps loads the script itself when the vendor’s loader has received a sign-in page with status 200', async ({
  desk: { page, open },
}) => {
  const requests = await routeScript(page, ['sign-in page'])
  const errors = errorsOf(page)
  await page.clock.install()
  await open('mapsPage')
  await page.evaluate(() => void maps.withVendor())
  await expect.poll(requests).toBe(1)
  const result = page.evaluate(() => maps.withTelltale())
  await page.clock.runFor(8_000)
  await expect.poll(requests).toBe(2)
  expect(await result).toBe(LOADED)
  expect(errors.filter((text) => text.includes('multiple times'))).toEqual([])
})

import { expect } from '@playwright/test'
import { test } from './site.ts'

/** The most that a page may transfer, compressed, in bytes. */
const MOST_BYTES = 150_000

const EXAMPLES = { '/': 1, '/start/flags/': 1, '/start/outbox/': 2, '/start/impersonation/': 1 } as const

for (const [path, count] of Object.entries(EXAMPLES))
  test(`${path} with its live examples transfers less than 150 kB`, async ({ page, site, complaints }) => {
    site.transferred.clear()
    await page.goto(site.url + path)
    const examples = page.getByRole('region', { name: /^Live example/ })
    await expect(examples).toHaveCount(count)
    for (const example of await examples.all()) await example.scrollIntoViewIfNeeded()
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const bytes = [...site.transferred.values()].reduce((sum, one) => sum + one, 0)
    test.info().annotations.push({ type: 'bytes', description: `${path} ${bytes}` })
    expect(bytes).toBeLessThan(MOST_BYTES)
    expect(complaints).toEqual([])
  })

test('a flag that is toggled renders the one component that reads it, and an event carries its value', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/start/flags/`)
  const example = page.getByRole('region', { name: 'Live example: one flag, one component' })
  await example.scrollIntoViewIfNeeded()
  const renders = (flag: string) => example.locator(`[data-renders="${flag}"]`)
  await expect(example.getByRole('group').first()).toBeEnabled()
  const before = await renders('new-pricing').innerText()
  await example.getByRole('button', { name: 'Toggle new-pricing' }).click()
  await expect(example.locator('[data-value="new-pricing"]')).toHaveText('true')
  await expect(renders('new-pricing')).toHaveText(String(Number(before) + 1))
  for (const other of ['quick-quote', 'dark-map']) await expect(renders(other)).toHaveText(before)
  await example.getByRole('button', { name: 'Track an event' }).click()
  await expect(example.locator('[data-flags-of-event]')).toContainText('"LDFF: new_pricing": true')
  await expect(renders('quick-quote')).toHaveText(before)
  await expect(example.locator('[data-stage="acknowledged"]', { hasText: 'Quote sent' })).toHaveCount(1)
})

test('events wait while the network is cut, and arrive when it is back', async ({ page, site }) => {
  await page.goto(`${site.url}/start/outbox/`)
  const example = page.getByRole('region', { name: 'Live example: a network that is down' })
  await example.scrollIntoViewIfNeeded()
  await expect(example.locator('[data-stage="acknowledged"]', { hasText: 'Load' })).toHaveCount(1)
  await example.getByRole('button', { name: 'Cut the network' }).click()
  await example.getByRole('button', { name: 'Track an event' }).click()
  const event = example.locator('li', { hasText: 'Click 1' })
  await expect(event).toHaveAttribute('data-stage', 'sent')
  await expect(example.getByText('The network is down.')).toBeVisible()
  await expect(event).toHaveAttribute('data-stage', 'sent')
  await example.getByRole('button', { name: 'Connect the network' }).click()
  await expect(event).toHaveAttribute('data-stage', 'acknowledged')
})

test('the buttons of an example are disabled until its script has loaded', async ({ page, site }) => {
  let load = () => {}
  const isAllowed = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/_astro/*.js', async (route) => {
    await isAllowed
    await route.continue()
  })
  await page.goto(`${site.url}/start/outbox/`, { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Close the tab' })
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeDisabled()
  load()
  await expect(button).toBeEnabled()
})

test('the next tab delivers what a closed tab has left', async ({ page, site }) => {
  await page.goto(`${site.url}/start/outbox/`)
  const example = page.getByRole('region', { name: 'Live example: a tab that is closed' })
  await example.scrollIntoViewIfNeeded()
  await expect(example.locator('li', { hasText: 'Load' })).toHaveCount(1)
  await example.getByRole('button', { name: 'Track an event' }).click()
  await expect(example.locator('li', { hasText: 'Click 1 in tab 1' })).toHaveCount(1)
  await example.getByRole('button', { name: 'Close the tab' }).click()
  await expect(example.getByText('The browser keeps 2 events')).toBeVisible()
  await example.getByRole('button', { name: 'Open the next tab' }).click()
  const former = example.locator('[data-stage="acknowledged"]', { hasText: 'An event of the page before' })
  await expect(former).toHaveCount(2)
})

test('each collector treats an impersonated event by its policy', async ({ page, site }) => {
  await page.goto(`${site.url}/start/impersonation/`)
  const example = page.getByRole('region', { name: 'Live example: impersonation' })
  await example.scrollIntoViewIfNeeded()
  const arrived = (name: string) => example.locator(`[data-arrived="${name}"]`)
  await example.getByRole('button', { name: 'Look at it as Ana' }).click()
  await expect(example.getByText('sam@support.example is here as Ana Silva.')).toBeVisible()
  await example.getByRole('button', { name: 'Track an event' }).click()
  await expect(arrived('tags')).toContainText('Quote sent · sam@support.example as ana · project customers')
  await expect(arrived('redirects')).toContainText('Quote sent · sam@support.example as ana · project support')
  await example.getByRole('button', { name: 'End the impersonation' }).click()
  await expect(example.getByText('Ana Silva is signed in.')).toBeVisible()
  await example.getByRole('button', { name: 'Track an event' }).click()
  await expect(arrived('suppresses')).toContainText('Quote sent · ana · project customers')
  await expect(arrived('suppresses')).not.toContainText('sam@')
})

import { DANA, happen, tell } from './happenings.ts'
import { paintedColours } from './paintedColours.ts'
import { expect, test } from './test.ts'

test('shows tabs, streams and polls, how old they are, and what went wrong last', async ({ console, services }) => {
  await tell(services, { flags: 'cached' })
  const context = Buffer.from(JSON.stringify({ kind: 'user', key: DANA })).toString('base64url')
  await fetch(`${services.url}/sdk/evalx/rental-desk-local/contexts/${context}`)
  // With a reader, and so not ended when memory is tidied up: that happens to a body which nobody reads once its response is gone.
  const reader = (await fetch(`${services.url}/eval/rental-desk-local/${context}`)).body?.getReader()
  await console.open('connections')
  await expect(console.pane('Tabs').getByRole('row', { name: /Dana Whitfield/ })).toContainText('cached')
  await expect(console.pane('Polls').getByRole('row', { name: /Dana Whitfield/ })).toContainText('200')
  const stream = console.pane('Flag streams').getByRole('row', { name: /Dana Whitfield/ })
  await expect(stream).toContainText('none')
  await console.pane('Flag streams').getByRole('button', { name: 'Cut all' }).click()
  await expect(stream).toContainText('ended')
  await reader?.cancel().catch(() => undefined)
  await console
    .pane('Tabs')
    .getByRole('button', { name: /^Follow the tab/ })
    .click()
  await expect(console.pane('Events')).toContainText('Following')
})

test('breaks a route with a click, says so everywhere, and puts all in order', async ({ console, services }) => {
  await console.open('faults')
  const { page } = console
  await page.getByRole('button', { name: 'collector answers 503' }).click()
  await page.getByRole('button', { name: 'who-am-i 3 s late' }).click()
  await expect(
    page
      .getByText('who-am-i 3 s late · collector answers 503')
      .or(page.getByText('collector answers 503 · who-am-i 3 s late')),
  ).toBeVisible()
  const collect = () => fetch(`${services.url}/collect`, { method: 'POST' })
  expect((await collect()).status).toBe(503)
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Put all in order' }).click()
  await expect(page.getByText('Broken on purpose')).toHaveCount(0)
  expect((await collect()).status).toBe(415)
})

test('breaks a route with figures of one’s own, for so many requests', async ({ console, services }) => {
  await console.open('faults')
  const { page } = console
  await page.getByRole('combobox', { name: 'How it is broken' }).selectOption('answers')
  await page.getByRole('textbox', { name: 'How much' }).fill('418')
  await page.getByRole('textbox', { name: 'For how many requests' }).fill('1')
  await page.getByRole('button', { name: 'Break it' }).click()
  await expect(page.getByText('collector answers 418 (1 more)')).toBeVisible()
  expect((await fetch(`${services.url}/collect`, { method: 'POST' })).status).toBe(418)
  await expect(page.getByText('Broken on purpose')).toHaveCount(0)
})

test('draws what happens, and has the same figures in tables', async ({ console, services }) => {
  await happen(services, { id: 'a' }, { id: 'b' })
  await services.post('/events/bulk/rental-desk-local', [
    {
      kind: 'summary',
      features: { 'new-pricing': { counters: [{ variation: 0, count: 7, value: true, version: 4 }] } },
    },
  ])
  await console.open('charts')
  const rates = console.pane('Events per second')
  await expect(rates.locator('svg.recharts-surface').first()).toBeVisible()
  await rates.getByText('Table', { exact: true }).click()
  await expect(rates.getByRole('columnheader', { name: 'collector' })).toBeVisible()
  const shares = console.pane('Flag evaluations')
  await shares.getByText('Table', { exact: true }).click()
  await expect(shares.getByRole('row', { name: /new-pricing\s*true\s*7/ })).toBeVisible()
  const delay = console.pane('Delivery delay')
  await delay.getByText('Table', { exact: true }).click()
  await expect(delay.getByRole('row')).toHaveCount(2)
})

for (const width of [390, 1280])
  test(`the chart of events shows those of the collector in the colour of the collector, at ${width} pixels`, async ({
    console,
    services,
  }) => {
    await console.page.setViewportSize({ width, height: 800 })
    await services.post('/vendors/intercom', { method: 'trackEvent', given: ['Quote sent'] })
    const quotes = Array.from({ length: 3000 }, (_, index) => ({ id: `quote-${index}` }))
    for (let first = 0; first < quotes.length; first += 500) await happen(services, ...quotes.slice(first, first + 500))
    await console.open('charts')
    const pane = console.pane('Events per second')
    await expect(pane.getByText('intercom')).toBeVisible()

    const painted = async () => {
      const counts = await paintedColours(pane.locator('.recharts-cartesian-grid'), ['--green', '--amber'])
      const all = counts['--green'] + counts['--amber']
      return { all, intercom: counts['--amber'] / all }
    }
    await expect.poll(async () => (await painted()).all).toBeGreaterThan(100)
    // One of 3,001 events is one that Intercom received: the upper edge of a column may show it.
    expect((await painted()).intercom).toBeLessThan(0.02)
  })

test('survives a restart of the services: says so, keeps what was known, and catches up', async ({
  console,
  services,
  complaints,
}) => {
  await happen(services, { id: 'before', name: 'Before' })
  await console.open()
  await expect(console.rows).toHaveCount(1)
  await services.stop()
  await expect(console.page.getByText('The services do not answer. Reconnecting…')).toBeVisible()
  await expect(console.rows).toContainText('Before')
  await services.start()
  await happen(services, { id: 'after', name: 'After' })
  await expect(console.page.getByRole('banner').getByRole('status')).toHaveText('Live')
  await expect(console.rows).toHaveCount(2)
  await expect(console.page.getByText('Reconnecting…')).toHaveCount(0)
  // The browser tells of every attempt to reconnect.
  complaints.allow(/net::ERR_/)
})

import { breakService } from './breakService.ts'
import { AIKO, DANA, happen, tell } from './happenings.ts'
import { expect, test } from './test.ts'

test('tabs and streams are shown with their ages and latest errors, and each tab says how it gets its flags', async ({
  console,
  services,
}) => {
  await tell(services, { tab: 'earlier', flags: 'cached' })
  await tell(services, {})
  const contextOf = (key: string) => Buffer.from(JSON.stringify({ kind: 'user', key })).toString('base64url')
  const poll = (key: string) => fetch(`${services.url}/sdk/evalx/rental-desk-local/contexts/${contextOf(key)}`)
  const context = contextOf(DANA)
  await poll(DANA)
  await poll('a-job')
  // With a reader, because an unread body may be closed when its response is garbage-collected.
  const headers = { origin: 'http://127.0.0.1:4800' }
  const reader = (await fetch(`${services.url}/eval/rental-desk-local/${context}`, { headers })).body?.getReader()
  await console.open('connections')
  const tabs = console.pane('Tabs').getByRole('row', { name: /Dana Whitfield/ })
  await expect(tabs).toContainText([/streaming/, /from the cache/])
  const client = console.pane('Tabs').getByRole('row', { name: /a-job/ })
  await expect(client).toContainText(/no consoleLink.*polled (just now|\d+ s ago)/)
  const stream = console.pane('Flag streams').getByRole('row', { name: /Dana Whitfield/ })
  await expect(stream).toContainText('none')
  await console.pane('Flag streams').getByRole('button', { name: 'Disconnect all' }).click()
  await console.pane('Flag streams').getByRole('switch', { name: '1 ended' }).press('Space')
  await expect(stream).toContainText('ended')
  await expect(tabs.first()).toContainText(/stream disconnected, polled (just now|\d+ s ago)/)
  await reader?.cancel().catch(() => undefined)
  await console
    .pane('Tabs')
    .getByRole('button', { name: 'Follow the tab of Dana Whitfield at 127.0.0.1:4800/fleet' })
    .first()
    .click()
  await expect(console.pane('Events')).toContainText('Following')
})

test('the destinations are grouped by page, and on a phone each row of Connections shows all its values', async ({
  console,
  services,
}) => {
  const { page } = console
  const deliveries = [
    { name: 'collector', failures: 3, outcome: 'failed', reason: 'status 503', answeredAt: Date.now(), waiting: 2 },
  ]
  const failing = { ...deliveries[0], failingSinceAt: Date.now() - 9000 }
  await tell(services, { tab: 'two', identity: AIKO, destinations: ['collector', 'heap'], deliveries: [failing] })
  await tell(services, { tab: 'one', destinations: ['collector', 'heap'], deliveries })
  await console.open('connections')
  const rows = console.pane('Destinations').getByRole('row')
  await expect(rows).toContainText([
    'Destination',
    /fleet.*Aiko Tanaka/,
    /^collector.*status 503/,
    /^heap.*nothing sent yet/,
    /fleet.*Dana Whitfield/,
    /^collector/,
    /^heap/,
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Destinations', 'Tabs']) {
    const table = console.pane(name).getByRole('table')
    for (const cell of await table.getByRole('cell').all()) {
      const box = await cell.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
    }
  }
})

test('a click sets a fault, every view shows it, and all faults can be cleared', async ({ console, services }) => {
  await console.open('faults')
  const { page } = console
  await breakService(page, 'collector', 'responds with 503')
  await expect(console.pane('Faults')).toContainText('Events wait in the browser.')
  await breakService(page, 'who-am-i', 'responds 3 s late')
  const notice = page.getByRole('status').filter({ hasText: '2 faults are simulated' })
  await expect(notice).toHaveAttribute('title', /who-am-i responds 3 s late/)
  await expect(notice).toHaveAttribute('title', /collector responds with 503/)
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(1)
  const collect = () => fetch(`${services.url}/collect`, { method: 'POST' })
  expect((await collect()).status).toBe(503)
  await page.getByRole('link', { name: 'Live' }).click()
  await notice.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText(/faults? (is|are) simulated/)).toHaveCount(0)
  expect((await collect()).status).toBe(415)
})

test('taking everything offline ends the open streams, and the console, which stays connected, says so', async ({
  console,
  services,
}) => {
  const { page } = console
  await tell(services, {})
  const context = Buffer.from(JSON.stringify({ kind: 'user', key: DANA })).toString('base64url')
  const headers = { origin: 'http://127.0.0.1:4800' }
  const stream = await fetch(`${services.url}/eval/rental-desk-local/${context}`, { headers })
  const ended = stream.text().catch(() => 'ended')
  await console.open('connections')
  await expect(console.pane('Tabs').getByRole('row', { name: /Dana Whitfield/ })).toContainText('streaming')
  await page.getByRole('link', { name: /^Faults/ }).click()
  await page.getByRole('button', { name: 'Take everything offline' }).click()
  expect(await ended).toBe('ended')
  await expect(console.pane('Faults')).toContainText('Open streams end. Pages keep their flags')
  await page.getByRole('link', { name: /^Connections/ }).click()
  await expect(console.pane('Tabs').getByRole('row', { name: /Dana Whitfield/ })).toContainText('stream disconnected')
  await console.pane('Flag streams').getByRole('switch', { name: '1 ended' }).press('Space')
  await expect(console.pane('Flag streams').getByRole('row', { name: /Dana Whitfield/ })).toContainText(
    'Ended by a simulated fault.',
  )
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Connected')
})

test('a fault can have custom numbers and a number of requests', async ({ console, services }) => {
  await console.open('faults')
  const { page } = console
  await page.getByRole('combobox', { name: 'Fault' }).selectOption('responds with')
  await page.getByRole('textbox', { name: 'Value' }).fill('418')
  await page.getByRole('textbox', { name: 'Number of requests' }).fill('1')
  await page.getByRole('button', { name: 'Apply fault' }).click()
  await expect(page.getByTitle('collector responds with 418 (1 more)')).toBeVisible()
  expect((await fetch(`${services.url}/collect`, { method: 'POST' })).status).toBe(418)
  await expect(page.getByText(/faults? (is|are) simulated/)).toHaveCount(0)
})

test('the charts show the activity, and tables have the same figures', async ({ console, services }) => {
  await happen(services, { id: 'a' }, { id: 'b' })
  await services.post('/events/bulk/rental-desk-local', [
    {
      kind: 'summary',
      features: { 'new-pricing': { counters: [{ variation: 0, count: 7, value: true, version: 4 }] } },
    },
  ])
  const steps = [
    ['c', 'happened'],
    ['c', 'sent@heap'],
    ['c', 'sent@heap'],
  ] as const
  await tell(services, { steps })
  await console.open('charts')
  for (const [title, note, column] of [
    ['Events per second', 'Each event counts once', 'arrived'],
    ['Delivery errors per second', 'Attempts that were needed', 'sent again'],
    ['Waiting events', 'By destination', 'heap'],
  ] as const) {
    const rates = console.pane(title)
    await expect(rates.locator('svg.recharts-surface').first()).toBeVisible()
    await expect(rates.getByText(note)).toBeVisible()
    await rates.getByText('Table', { exact: true }).click()
    await expect(rates.getByRole('columnheader', { name: column })).toBeVisible()
  }
  const shares = console.pane('Flag evaluations')
  await shares.getByText('Table', { exact: true }).click()
  await expect(shares.getByRole('row', { name: /new-pricing\s*true\s*7/ })).toBeVisible()
  const delay = console.pane('Delivery delay')
  await delay.getByText('Table', { exact: true }).click()
  await expect(delay.getByRole('row')).toHaveCount(2)
})

test('a restart of the services is reported, the last known state stays visible, and the console catches up', async ({
  console,
  services,
  complaints,
}) => {
  await happen(services, { id: 'before', name: 'Before' })
  await console.open()
  await expect(console.rows).toHaveCount(1)
  await services.stop()
  await expect(console.page.getByText('The local services do not respond. Reconnecting…')).toBeVisible()
  await expect(console.rows).toContainText('Before')
  await services.start()
  await happen(services, { id: 'after', name: 'After' })
  await expect(console.page.getByRole('banner').getByRole('status')).toHaveText('Connected')
  await expect(console.rows).toHaveCount(2)
  await expect(console.page.getByText('Reconnecting…')).toHaveCount(0)
  // The browser logs every attempt to reconnect.
  complaints.allow(/net::ERR_/)
})

import { readFile } from 'node:fs/promises'
import { AIKO, DANA, happen, PRIYA, tell } from './happenings.ts'
import { uuidOf } from './uuidOf.ts'
import { expect, test } from './test.ts'

test('an event is shown from the call of track until every destination has it', async ({ console, services }) => {
  await console.open()
  await expect(console.pane('Events')).toContainText('No events yet')
  await tell(services, {
    steps: [
      ['a', 'happened'],
      ['a', 'pending'],
    ],
  })
  const row = console.rows.first()
  await expect(row).toContainText('waits for flags')
  await expect(row).toContainText('Quote sent')
  await tell(services, {
    steps: [
      ['a', 'completed'],
      ['a', 'stored'],
      ['a', 'sent@collector'],
      ['a', 'sent@heap'],
    ],
  })
  await expect(row).toContainText('sent')
  await tell(services, { steps: [['a', 'sent@collector']] })
  await expect(row).toContainText('sent 2 times')
  await happen(services, { id: 'a', properties: { total: 1200, screen_dimensions: '1x1', 'LDFF: new_pricing': true } })
  await expect(row).toContainText(/new-pricing\s*true/)
  await expect(row).toContainText('waits for heap')
  await tell(services, { steps: [['a', 'acknowledged@heap']] })
  await expect(row).toContainText('arrived')
  await expect(console.rows).toHaveCount(1)

  await row.click()
  const inspector = console.pane('Quote sent')
  await expect(inspector.getByRole('listitem').filter({ hasText: 'waited' })).toBeVisible()
  const collector = inspector.getByRole('row', { name: /^collector/ })
  await expect(collector).toContainText('; its page has not heard the answer')
  await expect(inspector.getByRole('row', { name: /^heap/ })).toContainText('passed on')
  await tell(services, { steps: [['a', 'acknowledged@collector']] })
  await expect(collector).toContainText(/ · 2 times, last \S+ m?s\+[\d.]+ m?s/)
  // A name that is longer than its column wraps between its words.
  await expect(inspector.getByText('screen_dimensions')).toHaveText('screen_dimensions')
})

test('an event shows its place, its account and how its flags came to their values, and leads to the flag and the person', async ({
  console,
  services,
}) => {
  await happen(
    services,
    {
      id: 'a',
      properties: { 'LDFF: new_pricing': true, 'LDFF: limits': 3 },
      accounts: { organization: { key: 'stonebridge-civil', name: 'Stonebridge Civil' } },
      more: {
        ...{ page: 'page-7', n: 12 },
        moment: {
          session: { id: 'session-4', startedAt: 1 },
          view: { id: 'view-9', pattern: '/quotes/:id' },
          release: '2026.11',
        },
        flags: {
          'new-pricing': { property: 'LDFF: new_pricing', variation: 0, version: 4, reason: 'RULE_MATCH' },
          limits: { property: 'LDFF: limits', reason: 'OVERRIDE' },
        },
        overridden: ['limits'],
      },
    },
    { id: 'b', name: 'Plain' },
  )
  await console.open(`live/${uuidOf('a')}`)
  const inspector = console.pane('Quote sent')
  const valueOf = (name: string) => inspector.getByRole('term').filter({ hasText: name }).locator('+ dd')
  await expect(valueOf('new-pricing')).toHaveText('truea rule, variation 1, version 4')
  await expect(valueOf('limits')).toHaveText('3overridden')
  await expect(valueOf('organization')).toHaveText('stonebridge-civilStonebridge Civil')
  await expect(valueOf('release')).toHaveText('2026.11')
  await expect(valueOf('page')).toHaveText('page-7event 12 of the page')
  await expect(valueOf('view')).toHaveText('view-9/quotes/:id')
  await expect(valueOf('session')).toHaveText(/^session-4for 20\d{3} d, since 1970-01-01T00:00:00.001Z$/)
  // This flag is not in the file.
  await expect(inspector.getByRole('link', { name: 'limits' })).toHaveCount(0)
  await inspector.getByRole('link', { name: DANA }).click()
  await expect(console.pane('Dana Whitfield')).toBeVisible()
  await console.page.goBack()
  await inspector.getByRole('link', { name: 'new-pricing' }).click()
  await expect(console.pane('new-pricing')).toBeVisible()

  await console.open(`live/${uuidOf('b')}`)
  const plain = console.pane('Plain')
  await expect(plain.getByRole('heading', { name: 'Accounts' })).toHaveCount(0)
  for (const name of ['release', 'page', 'view', 'session'])
    await expect(plain.getByRole('term').filter({ hasText: name })).toHaveCount(0)
})

test('an event that is reported after its time, as a load event is, happened at its time', async ({
  console,
  services,
}) => {
  const at = new Date(2026, 0, 2, 9, 30).getTime()
  const steps = [
    ['a', 'happened', at + 482],
    ['a', 'completed', at + 482],
  ] as const
  await tell(services, { name: 'Load', steps })
  await happen(services, { id: 'a', name: 'Load', at })
  await console.open(`live/${uuidOf('a')}`)
  const shown = console.pane('Load').getByRole('listitem')
  await expect(shown.filter({ hasText: 'tracked' })).toContainText('09:30:00.000')
  await expect(shown.filter({ hasText: 'complete' })).toContainText('+482 ms')
})

test('an event of a page without destinations says so in the list and in its details', async ({
  console,
  services,
}) => {
  const steps = [
    ['a', 'happened'],
    ['a', 'completed'],
  ] as const
  await tell(services, { destinations: [], steps })
  await console.open()
  await expect(console.rows.first()).toContainText('no destination')
  await console.rows.first().click()
  await expect(console.pane('Quote sent')).toContainText('The page has no destination for this event.')
  await console.page.getByRole('combobox', { name: 'Show' }).selectOption('Waiting')
  await expect(console.rows).toHaveCount(0)
})

test('an event of an earlier page has no name until the collector receives it', async ({ console, services }) => {
  await tell(services, { destinations: ['collector'], steps: [['a', 'sent@collector']] })
  await console.open(`live/${uuidOf('a')}`)
  await expect(console.rows).toContainText('Event of an earlier page')
  const inspector = console.pane('Event of an earlier page')
  await expect(inspector.getByRole('row', { name: /^collector/ })).toBeVisible()
  await happen(services, { id: 'a' })
  await expect(console.rows).toContainText('Quote sent')
})

test('a dropped event shows the reason, and a repeated event shows the number of copies', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a' }, { id: 'b', name: 'Fleet viewed' })
  await happen(services, { id: 'b', name: 'Fleet viewed' })
  await services.post('/console/life', {
    tab: 't',
    page: 'http://127.0.0.1:4800/',
    app: 'Rental Desk',
    identity: null,
    flags: 'live',
    steps: [{ id: uuidOf('a'), step: 'dropped', at: Date.now(), destination: 'heap', reason: 'another-identity' }],
  })
  await console.open()
  await expect(console.rows.filter({ hasText: 'Fleet viewed' })).toContainText('received 2×')
  const dropped = console.rows.filter({ hasText: 'dropped' })
  await dropped.click()
  await expect(console.pane('Quote sent')).toContainText('another-identity')
})

test('the list can be filtered by words, by parts, and by delivery stage', async ({ console, services }) => {
  await happen(
    services,
    { id: 'a', name: 'Quote started' },
    { id: 'b', name: 'Quote sent', who: PRIYA, impersonator: 'marcus.webb@ironline.example' },
    { id: 'c', name: 'Fleet filtered', who: AIKO, properties: { 'LDFF: fleet_map': false } },
    { id: 'd', name: 'Fleet viewed', at: Date.now() - 60_000 },
  )
  await console.open()
  await expect(console.rows).toHaveCount(4)
  const field = console.page.getByRole('combobox', { name: 'Filter events' })
  await console.page.keyboard.press('/')
  await expect(field).toBeFocused()
  for (const [typed, names] of [
    ['quote', ['Quote sent', 'Quote started']],
    ['user:marcus', ['Quote sent']],
    ['flag:fleet_map=false', ['Fleet filtered']],
    ['dana fleet', ['Fleet viewed']],
  ] as const) {
    await field.fill(typed)
    await expect(console.rows).toHaveCount(names.length)
    for (const name of names) await expect(console.rows.filter({ hasText: name })).toHaveCount(1)
  }
  await field.fill('nothing is like this')
  await console.page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(console.rows).toHaveCount(4)
  await console.page.getByRole('combobox', { name: 'Show' }).selectOption('Late')
  await expect(console.rows).toHaveCount(1)
  await expect(console.rows).toContainText('1 min late')
})

test('the list can follow a person or a tab until the user stops it', async ({ console, services }) => {
  await happen(services, { id: 'a' }, { id: 'b', who: AIKO }, { id: 'c', who: AIKO })
  await tell(services, { tab: 'tab-two', steps: [['b', 'happened']] })
  await console.open()
  await console.rows.filter({ hasText: 'Aiko Tanaka' }).first().click()
  await console.page.getByRole('button', { name: 'Follow Aiko Tanaka' }).click()
  await expect(console.rows).toHaveCount(2)
  await console.page.getByRole('button', { name: 'Stop following Aiko Tanaka' }).click()
  await expect(console.rows).toHaveCount(3)
  await console.page.goto(`${services.url}/#live/${uuidOf('b')}`)
  await console.page.getByRole('button', { name: 'Follow this tab', exact: true }).click()
  await expect(console.rows).toHaveCount(1)
})

test('a paused list counts new events, and then continues', async ({ console, services }) => {
  await happen(services, { id: 'a' })
  await console.open()
  await expect(console.rows).toHaveCount(1)
  await console.page.keyboard.press('p')
  await happen(services, { id: 'b' }, { id: 'c' })
  await expect(console.page.getByRole('button', { name: '2 new since you paused. Show them' })).toBeVisible()
  await expect(console.rows).toHaveCount(1)
  await console.page.keyboard.press('p')
  await expect(console.rows).toHaveCount(3)
})

test('events can be browsed with the keyboard alone', async ({ console, services }) => {
  await happen(services, { id: 'a', name: 'First' }, { id: 'b', name: 'Second' }, { id: 'c', name: 'Third' })
  await console.open()
  await expect(console.rows).toHaveCount(3)
  await console.page.getByRole('listbox').focus()
  await console.page.keyboard.press('j')
  const newest = (await console.rows.nth(0).innerText()).match(/First|Second|Third/)?.[0] ?? ''
  await expect(console.pane(newest)).toBeVisible()
  await console.page.keyboard.press('End')
  await expect(console.rows.nth(2)).toHaveAttribute('aria-selected', 'true')
  await console.page.keyboard.press('Escape')
  await expect(console.rows.nth(2)).toHaveAttribute('aria-selected', 'false')
})

test('an event can be copied as JSON and as a test, and all events can be exported as a file', async ({
  console,
  services,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await happen(services, { id: 'a', properties: { total: 1200, 'LDFF: new_pricing': true } })
  await console.open(`live/${uuidOf('a')}`)
  const { page } = console
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByText('JSON', { exact: true }).click()
  await page.getByRole('button', { name: 'Copy as JSON' }).click()
  expect(JSON.parse(await copied())).toMatchObject({ id: uuidOf('a'), properties: { total: 1200 } })
  await page.getByText('As a test', { exact: true }).click()
  await page.getByRole('button', { name: 'Copy as a test' }).click()
  expect(await copied()).toContain("telltale.track('Quote sent', {")
  await page.getByText('Playwright', { exact: true }).click()
  await expect(page.getByLabel('The event as a test')).toContainText('/console/events.ndjson')

  await page.getByRole('button', { name: 'Export events' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'NDJSON' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('events.ndjson')
})

test('with a filter, the events that it shows can be exported, or all of them', async ({ console, services }) => {
  const { page } = console
  await happen(services, { id: 'a' }, { id: 'b', name: 'Machine viewed' }, { id: 'c' })
  await console.open()
  await expect(console.rows).toHaveCount(3)
  async function exported(item: string): Promise<readonly string[]> {
    await page.getByRole('button', { name: 'Export events' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item, exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe(item.endsWith('CSV') ? 'events.csv' : 'events.ndjson')
    const text = await readFile(await file.path(), 'utf8')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 50))
  }
  await page.getByRole('button', { name: 'Export events' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Filter events' }).fill('name:"Quote sent"')
  await expect(console.rows).toHaveCount(2)
  expect(await exported('Export what I see (2): NDJSON')).toEqual([
    expect.stringContaining(uuidOf('a')),
    expect.stringContaining(uuidOf('c')),
  ])
  expect(await exported('Export what I see (2): CSV')).toHaveLength(3)
  expect(await exported('Export all that are stored: NDJSON')).toHaveLength(3)
})

test('the header and the charts tell events of this run from stored events of earlier runs', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a', at: Date.now() - 3_600_000 })
  await services.stop()
  await services.start()
  await console.open('charts')
  const { page } = console
  await expect(page.getByRole('banner').getByRole('definition').first()).toHaveText('1')
  await expect(page.getByRole('banner').getByRole('term').last()).toHaveText('started')
  const rates = console.pane('Events per second')
  await expect(rates).toContainText('No events in the last 5 minutes')
  await expect(rates).not.toContainText('No events yet')
  await expect(page.getByText('Point at a chart')).toHaveCount(0)
  await happen(services, { id: 'b' })
  await expect(rates).not.toContainText('No events')
  await expect(page.getByText('Point at a chart')).toBeVisible()
})

test('a bar of events over time filters the list, with the pointer and with the keyboard', async ({
  console,
  services,
}) => {
  const { page } = console
  const now = Math.floor(Date.now() / 1000) * 1000
  await happen(services, { id: 'before', name: 'Before', at: now - 20_000 }, { id: 'now', name: 'Now', at: now - 4999 })
  await tell(services, {
    steps: [
      ['lost', 'happened', now - 5000],
      ['lost', 'dropped'],
    ],
    name: 'Lost',
  })
  await console.open()
  const bars = page.getByRole('slider', { name: 'Events per second' })
  await expect(bars).toHaveAttribute('aria-valuetext', /: 1 arrived, 1 dropped$/)

  await bars.focus()
  await page.keyboard.press('Enter')
  await expect(console.rows).toHaveText([/Now/, /Lost/])
  await page.keyboard.press('ArrowLeft')
  await expect(bars).toHaveAttribute('aria-valuetext', /: 1 arrived$/)
  await page.keyboard.press('Enter')
  await expect(console.rows).toHaveText([/Before/])
  await page.keyboard.press('Enter')
  await expect(console.rows).toHaveCount(3)

  // Time stands still under the pointer.
  const place = () =>
    bars.evaluate((plot) => {
      const bar = [...plot.children].find((one) => one.querySelector('[data-state=dropped]') !== null)
      const { left, width, top } = bar?.getBoundingClientRect() ?? new DOMRect()
      return { x: left + width / 2, y: top + 10 }
    })
  await bars.hover()
  const { x, y } = await place()
  await page.mouse.click(x, y)
  await expect(console.rows).toHaveText([/Now/, /Lost/])
  await page.getByRole('button', { name: 'Show events of any time' }).click()
  await expect(console.rows).toHaveCount(3)
})

test('a console gets the newest events at once, older ones as the list is scrolled, and a filter searches all of them', async ({
  console,
  services,
}) => {
  const { page } = console
  const COUNT = 6000
  await happen(services, { id: 'first', name: 'The very first', at: Date.now() - 60_000 })
  for (let first = 1; first < COUNT; first += 1000) {
    const at = Date.now()
    const numbers = Array.from({ length: Math.min(1000, COUNT - first) }, (_, index) => first + index)
    await happen(services, ...numbers.map((number) => ({ id: `n-${number}`, at: at + (number % 1000) })))
  }
  await console.open()
  const events = console.pane('Events')
  await expect(events.getByText('of 6,000', { exact: true })).toBeVisible()
  const list = page.getByRole('listbox')
  const size = async () => Number(await console.rows.first().getAttribute('aria-setsize'))
  await expect.poll(size).toBeGreaterThan(2000)
  const before = await size()
  expect(before).toBeLessThan(COUNT)
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect.poll(size).toBeGreaterThan(before)
  await page.getByRole('combobox', { name: 'Filter events' }).fill('name:"the very first"')
  await expect(console.rows).toHaveText([/The very first/])
  await expect(events.getByText(/^Searched /)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Filter events' }).fill('')
  await expect.poll(size).toBe(COUNT)
})

test('a row shows the flags that differ from the event before it', async ({ console, services }) => {
  const flags = (newPricing: boolean) => ({ 'LDFF: new_pricing': newPricing, 'LDFF: quote_layout': 'compact' })
  const at = Date.now() - 3000
  await happen(
    services,
    { id: 'first', at, properties: flags(false) },
    { id: 'same', at: at + 1, properties: flags(false) },
    { id: 'other', at: at + 2, properties: flags(true) },
  )
  await console.open()
  await expect(console.rows).toContainText([/pricing true/, /^(?!.*pricing)/, /pricing false.*layout compact/])
  await expect(console.rows.first()).not.toContainText('layout')
})

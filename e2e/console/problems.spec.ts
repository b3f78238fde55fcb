import { breakService } from './breakService.ts'
import { tell } from './happenings.ts'
import { uuidOf } from './uuidOf.ts'
import { expect, test } from './test.ts'

const SILENT =
  'no answer for 30 s from http://127.0.0.1:9/collect: check its address, its server and CORS. Events that wait: 2 (T67)'

test('a destination that does not answer is named in every view, with the events that wait, until it answers again', async ({
  console,
  services,
}) => {
  const since = new Date(2026, 0, 2, 9, 30).getTime()
  const silent = { where: 'collector', message: SILENT, isError: true, since, at: Date.now(), times: 2 }
  const warning = { ...silent, where: 'track', message: 'the name of an event must be a string (T60)', isError: false }
  await tell(services, {
    steps: [
      ['a', 'happened'],
      ['a', 'completed'],
      ['a', 'stored'],
      ['a', 'sent@collector'],
      ['a', 'sent@collector'],
      ['b', 'happened'],
      ['b', 'completed'],
      ['b', 'stored'],
    ],
    problems: [warning, silent],
  })
  await tell(services, { tab: 'of an earlier version' })
  await console.open(`live/${uuidOf('a')}`)
  const { page } = console
  const notice = page.getByRole('status').filter({ hasText: 'T67' })
  await expect(notice).toContainText('collector: no answer for 30 s')
  await expect(notice).toContainText('since 09:30:00 · 2 times · 1 page · 2 events wait')
  await expect(page).toHaveTitle('(1) Live · Telltale console')
  await expect(console.pane('Quote sent').getByRole('row', { name: /^collector/ })).toContainText(/2 times.*not yet/)
  await expect(console.pane('Quote sent').getByRole('cell', { name: SILENT })).toBeVisible()

  await page.goto(`${services.url}/#problems`)
  await expect(page).toHaveTitle('(1) Problems · Telltale console')
  await expect(notice).toHaveCount(0)
  const open = console.pane('Problems').getByRole('list', { name: 'Now' }).getByRole('listitem')
  await expect(open).toHaveText([/T67.*since 09:30:00 · 2 times.*Rental Desk · 127.0.0.1:4800\/fleet/, /T60.*warning/])
  await expect(open.first()).toContainText(/Cause.*has not answered for 30 seconds.*Remedy/)
  const mark = page.getByRole('link', { name: /^Problems/ })
  await expect(mark).toHaveText('Problems2')

  await page.goto(`${services.url}/#connections`)
  await expect(notice).toBeVisible()
  await expect(console.pane('Tabs').getByRole('row').filter({ hasText: 'T67' })).toBeVisible()

  const problems = [warning, { ...silent, endedAt: Date.now() }]
  await tell(services, { steps: [['a', 'acknowledged@collector']], problems })
  await expect(notice).toHaveCount(0)
  await expect(page).toHaveTitle('Connections · Telltale console')
  // A warning is left.
  await expect(mark).toHaveText('Problems1')

  await page.goto(`${services.url}/#problems`)
  const over = console.pane('Problems').getByRole('list', { name: 'Not current' }).getByRole('listitem')
  await expect(over).toHaveText([/T67.*ended/])
  await tell(services, { problems, leaving: true })
  await expect(over.filter({ hasText: 'T60' })).toContainText('page closed or reloaded')
  await expect(console.pane('Problems').getByText('No problems now')).toBeVisible()
  await expect(mark).toHaveText('Problems')
  await page.reload()
  await expect(over.filter({ hasText: 'T60' })).toContainText('page closed or reloaded')
})

test('only problems have a filled badge: the counts of open tabs and of simulated faults are plain, and each says what it counts', async ({
  console,
  services,
}) => {
  const problem = { where: 'track', message: 'the name of an event must be a string (T60)', since: 1, at: 2, times: 1 }
  await tell(services, { problems: [{ ...problem, isError: false }] })
  await tell(services, { tab: 'another' })
  await console.open('faults')
  await breakService(console.page, 'collector', 'responds with 503')
  const fillOf = (name: string) =>
    console.page
      .getByRole('navigation')
      .getByRole('img', { name, exact: true })
      .evaluate((mark) => getComputedStyle(mark).backgroundColor)
  expect(await fillOf('2 open tabs')).toBe('rgba(0, 0, 0, 0)')
  expect(await fillOf('1 simulated fault')).toBe('rgba(0, 0, 0, 0)')
  expect(await fillOf('1 warning')).not.toBe('rgba(0, 0, 0, 0)')
  await tell(services, { problems: [{ ...problem, isError: true }] })
  await expect.poll(() => fillOf('1 problem')).not.toBe('rgba(0, 0, 0, 0)')
  await expect(console.page.getByRole('link', { name: 'Connections 2 open tabs', exact: true })).toBeVisible()
})

test('a problem of refused events leads to exactly these in Live, by an address that can be shared, and back', async ({
  console,
  services,
}) => {
  const { page } = console
  const message = 'refused events (status 400). They are kept: see telltale.refused. (T68)'
  const problem = { where: 'collector', message, isError: true, since: 1, at: 2, times: 3 }
  const destinations = ['collector', 'heap']
  await tell(services, {
    destinations,
    problems: [problem],
    steps: [
      ...(['a', 'b', 'c'] as const).flatMap((id) => [
        [id, 'happened'] as const,
        [id, 'acknowledged@heap'] as const,
        [id, 'dropped@collector:refused'] as const,
      ]),
      ['d', 'happened'],
      ['d', 'acknowledged@collector'],
      ['d', 'dropped@heap:refused'],
      ['e', 'happened'],
    ],
  })
  await console.open('problems')
  const open = console.pane('Problems').getByRole('list', { name: 'Now' })
  await expect(open).toContainText('3 events were refused.')
  await open.getByRole('link', { name: 'Show these 3', exact: true }).click()
  await expect(console.rows).toHaveCount(3)
  await expect(console.rows).toContainText(['collector refused', 'collector refused', 'collector refused'])
  const address = page.url()
  await page.reload()
  await expect(console.rows).toHaveCount(3)
  await page.goBack()
  await expect(open).toBeVisible()
  await page.getByRole('link', { name: 'Live' }).click()
  await expect(console.rows).toHaveCount(3)
  expect(page.url()).toBe(address)
  await page.getByRole('combobox', { name: 'Filter events' }).fill('')
  await expect(console.rows).toHaveCount(5)
  await expect(page).toHaveURL(`${services.url}/#live`)
})

test('a page says whether its events wait for the user, or have none because the token was refused', async ({
  console,
  services,
}) => {
  const problem = { where: 'identity', isError: true, since: Date.now(), at: Date.now(), times: 1 }
  const failed = { ...problem, message: 'who-am-i answered with status 500 (T49)' }
  await tell(services, { identity: null, noUser: 'failed', problems: [failed] })
  await console.open('live')
  const { page } = console
  const notice = page.getByRole('status').filter({ hasText: 'who-am-i answered' })
  await expect(notice).toContainText('Events wait for the user, in the browser')
  const refused = {
    ...problem,
    message: 'who-am-i answered with status 401: sign in again, or check auth.token (T139)',
  }
  await tell(services, { identity: null, noUser: 'refused', problems: [refused] })
  await expect(notice).toContainText('Events have no user, and pages have the flags of an anonymous user')
  await notice.getByRole('link', { name: 'Cause and remedy' }).click()
  await expect(console.pane('Problems').getByRole('listitem')).toContainText(/Remedy.*check auth.token/)
  await page.goto(`${services.url}/#connections`)
  await expect(console.pane('Tabs').getByRole('cell', { name: 'Token refused', exact: true })).toBeVisible()
})

test('a destination that fails is described in Live and in Connections: its last answer, its failures, the next attempt, what waits, and later the past error', async ({
  console,
  services,
}) => {
  const { page } = console
  const destinations = ['collector', 'heap']
  const asked = { name: 'collector', sentAt: Date.now(), failures: 0 }
  const steps = [
    ['a', 'happened'],
    ['a', 'completed'],
    ['a', 'stored'],
    ['a', 'sent@collector', asked.sentAt],
  ] as const
  await tell(services, { steps, destinations, deliveries: [asked] })
  await tell(services, { tab: 'of an earlier version' })
  await console.open(`live/${uuidOf('a')}`)
  const detail = console.pane('Quote sent')
  const notice = page.getByRole('status').filter({ hasText: 'collector' })
  await expect(detail.getByRole('cell', { name: /^no answer yet, asked / })).toBeVisible()

  const at = Date.now()
  const lastError = { at, reason: 'status 503', failures: 1 }
  const once = { ...asked, answeredAt: at, outcome: 'failed', reason: 'status 503', failures: 1, waiting: 3, lastError }
  await tell(services, { destinations, deliveries: [{ ...once, nextAt: at + 50_000 }] })
  await expect(
    detail.getByRole('cell', { name: /^status 503, .* next attempt in \d+ s · 3 events wait$/ }),
  ).toBeVisible()
  await expect(notice).toHaveCount(0)

  const since = new Date(2026, 0, 2, 9, 30).getTime()
  const nextAt = at + 50_000
  const twice = { ...once, failures: 2, failingSinceAt: since, nextAt, lastError: { ...lastError, failures: 2 } }
  await tell(services, { destinations, deliveries: [twice] })
  await expect(notice).toContainText('collector: takes no events at present')
  const next = new Date(nextAt).toTimeString().slice(0, 8)
  const facts = `since 09:30:00 · 1 page · 3 events wait · last answer: status 503 · 2 attempts failed in a row · next attempt at ${next}`
  await expect(notice).toContainText(facts)
  await expect(page).toHaveTitle('(1) Live · Telltale console')
  await expect(detail.getByRole('cell', { name: /2 attempts failed in a row/ })).toBeVisible()

  await page.goto(`${services.url}/#connections`)
  const rows = console.pane('Destinations').getByRole('row')
  await expect(rows.nth(2)).toContainText(/^collector–status 503, .*2in \d+ s3status 503/)
  // Nothing is known of a destination that has got nothing, and of the page of an earlier version.
  await expect(rows.filter({ hasText: 'heap' })).toContainText('nothing sent yet')
  await expect(rows.filter({ hasText: 'none' })).toHaveCount(0)
  const tabs = console.pane('Tabs').getByRole('row')
  await expect(tabs.filter({ hasText: 'collector: status 503' })).toHaveCount(1)
  await expect(tabs.filter({ hasText: 'none' })).toHaveCount(0)

  const back = { ...asked, answeredAt: Date.now(), outcome: 'delivered', waiting: 0, lastError: twice.lastError }
  await tell(services, { steps: [['a', 'acknowledged@collector']], destinations, deliveries: [back] })
  await expect(notice).toHaveCount(0)
  await expect(page).toHaveTitle('Connections · Telltale console')
  await expect(rows.filter({ hasText: 'collector' })).toContainText(/delivered, .*status 503 · past, /)
  await page.goto(`${services.url}/#live/${uuidOf('a')}`)
  await expect(detail.getByRole('cell', { name: /^before: status 503, until / })).toBeVisible()
})

test('a destination that does not answer is amber in every view and in Problems before anything has failed', async ({
  console,
  services,
}) => {
  const asked = { name: 'collector', sentAt: Date.now() - 6000, failures: 0 }
  await tell(services, { destinations: ['collector'], deliveries: [asked] })
  await console.open()
  const { page } = console
  const says = /^collector:? has not answered for \d+ s\.?$/
  await expect(page.getByRole('status').getByText(says)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Problems/ })).toHaveText('Problems1')
  await page.goto(`${services.url}/#problems`)
  const open = console.pane('Problems').getByRole('list', { name: 'Now' }).getByRole('listitem')
  await expect(open).toContainText(/collector: has not answered for \d+ s.*warning.*Cause.*Remedy/)
  await tell(services, { deliveries: [{ ...asked, answeredAt: Date.now(), outcome: 'delivered' }] })
  await expect(console.pane('Problems')).toContainText('No problems now')
})

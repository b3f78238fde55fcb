import type { Page, Route } from '@playwright/test'
import { expect, test } from '../desk/test.ts'

const NO_CONNECTION = 'no connection (its server is down, or CORS or a blocker forbids it)'

/** The red line in the head of the console that names the collector. */
const lineOf = (console: Page) => console.getByRole('status').filter({ hasText: 'collector:' })

/** The row of the collector in Connections. The page of an earlier test may still be listed: it has reported earlier. */
const rowOf = (console: Page) =>
  console
    .getByRole('region', { name: 'Destinations' })
    .getByRole('row', { name: /^collector/ })
    .first()

interface Case {
  readonly title: string
  answer(route: Route): Promise<void>
  /** What the console says of the latest answer. */
  readonly says: string
  /** What the page writes to its console besides. */
  readonly complaint?: RegExp
}

const CASES: readonly Case[] = [
  { title: 'refuses connections', answer: (route) => route.abort('connectionrefused'), says: NO_CONNECTION },
  { title: 'answers 503', answer: (route) => route.fulfill({ status: 503 }), says: 'status 503' },
  {
    title: 'answers 401',
    answer: (route) => route.fulfill({ status: 401 }),
    says: 'status 401',
    complaint: /answers with status 401.*\(T73\)/,
  },
]

for (const { title, answer, says, complaint } of CASES)
  test(`while the collector ${title}, the console says so within five seconds, and stops to say so when the collector is back`, async ({
    desk,
    services,
    context,
    complaints,
  }) => {
    complaints.allow(/net::ERR_/, /Failed to load resource/)
    if (complaint) complaints.expect(complaint)
    await context.route('**/collect', answer)
    await desk.visit()
    await desk.settle()
    const console = await context.newPage()
    await console.goto(`${services.url}/#connections`)
    await desk.quote('EX-209')
    const seconds = (count: number) => ({ timeout: count * 1_000 })
    await expect(rowOf(console)).toContainText(says, seconds(3))
    await expect(lineOf(console)).toContainText(says, seconds(5))
    await expect(lineOf(console)).toContainText(/since \d\d:\d\d:\d\d · 1 page · \d+ events? waits?/)
    await expect(lineOf(console)).toContainText(/[2-9] attempts failed in a row · next attempt at \d\d:\d\d:\d\d/)
    await expect(console).toHaveTitle(/^\(1\) Connections/)
    await expect(rowOf(console)).toContainText(/in \d+ s/)
    await context.unroute('**/collect')
    // The library waits for up to a minute between two attempts.
    await expect(lineOf(console)).toHaveCount(0, seconds(90))
    await expect(console).toHaveTitle(/^Connections/)
    await expect(rowOf(console)).toContainText('delivered')
    await expect(rowOf(console)).toContainText(`${says} · past`)
  })

test('while the collector leaves requests open, the console says since when it is asked', async ({
  desk,
  services,
  context,
}) => {
  await context.route('**/collect', () => {})
  await desk.visit()
  await desk.settle()
  const console = await context.newPage()
  await console.goto(`${services.url}/#connections`)
  await desk.quote('EX-209')
  await expect(rowOf(console)).toContainText(/no answer yet, asked [5-9] s ago/, { timeout: 20_000 })
  await expect(rowOf(console)).not.toContainText('none')
  await expect(lineOf(console)).toHaveCount(0)
  await context.unroute('**/collect')
})

test('while the collector asks to be left alone, the console says until when', async ({
  desk,
  services,
  context,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/)
  const headers = {
    'Retry-After': '120',
    'Access-Control-Expose-Headers': 'Retry-After',
    'Access-Control-Allow-Origin': '*',
  }
  await context.route('**/collect', (route) => route.fulfill({ status: 503, headers }))
  await desk.visit()
  await desk.settle()
  const console = await context.newPage()
  await console.goto(`${services.url}/#connections`)
  await desk.quote('EX-209')
  await expect(rowOf(console)).toContainText('status 503, which asks to wait 120 s')
  await expect(rowOf(console)).toContainText('in 2 min')
  await expect(lineOf(console)).toHaveCount(0)
  await context.unroute('**/collect')
})

test('while the collector refuses connections for more than 30 s, the red line says what to do, and how many events wait', async ({
  desk,
  services,
  context,
  complaints,
}) => {
  complaints.allow(/net::ERR_/)
  complaints.expect(/no answer for 30 s .* \(T67\)/)
  await context.route('**/collect', (route) => route.abort('connectionrefused'))
  await desk.visit()
  await desk.settle()
  await desk.quote('EX-209')
  const console = await context.newPage()
  await console.goto(`${services.url}/#live`)
  const notice = console.getByRole('status').filter({ hasText: 'T67' })
  await expect(notice).toContainText('collector: no answer for 30 s', { timeout: 60_000 })
  await expect(notice).toContainText(/since \d\d:\d\d:\d\d · 1 page · \d+ events wait/)
  await expect(notice).toContainText(`last answer: ${NO_CONNECTION}`)
  await expect(console).toHaveTitle(/^\(1\) Live/)
  await context.unroute('**/collect')
  // The library waits for up to a minute between two attempts.
  await expect(notice).toHaveCount(0, { timeout: 90_000 })
  await expect(console).toHaveTitle(/^Live/)
})

import { alterStream } from './alteredStream.ts'
import { DANA, happen, tell } from './happenings.ts'
import { expect, test } from './test.ts'

test('closed streams are listed on request, below the open ones', async ({ console, services }) => {
  const open = async (key: string) => {
    const context = Buffer.from(JSON.stringify({ kind: 'user', key })).toString('base64url')
    return (await fetch(`${services.url}/eval/rental-desk-local/${context}`)).body?.getReader()
  }
  const readers = [await open(DANA), await open('u-ended')]
  await console.open('connections')
  const streams = console.pane('Flag streams')
  await expect(streams.getByRole('row')).toHaveCount(3)
  await streams.getByRole('button', { name: 'Disconnect all' }).click()
  await expect(streams).toContainText('No open streams')
  const again = await open(DANA)
  await expect(streams.getByRole('row')).toHaveCount(2)
  await streams.getByRole('switch', { name: '2 ended' }).press('Space')
  await expect(streams.getByRole('row')).toHaveCount(4)
  await expect(streams.getByRole('row').nth(1)).not.toContainText('ended')
  await expect(streams.getByRole('row', { name: /ended/ })).toHaveCount(2)
  await streams.getByRole('switch', { name: '2 ended' }).press('Space')
  // They stay hidden after switching the view.
  await console.page.keyboard.press('1')
  await console.page.keyboard.press('5')
  await expect(streams.getByRole('row')).toHaveCount(2)
  for (const reader of [...readers, again]) await reader?.cancel().catch(() => undefined)
})

test('the badge of Connections is the number of open tabs', async ({ console, services }) => {
  await tell(services, {})
  const context = Buffer.from(JSON.stringify({ kind: 'user', key: DANA })).toString('base64url')
  await fetch(`${services.url}/sdk/evalx/rental-desk-local/contexts/${context}`)
  const reader = (await fetch(`${services.url}/eval/rental-desk-local/${context}`)).body?.getReader()
  await console.open('connections')
  for (const name of ['Tabs', 'Flag streams'])
    await expect(console.pane(name).locator('header')).toContainText(new RegExp(`${name}\\s*1`))
  const badge = console.page.getByRole('link', { name: 'Connections' })
  await expect(badge).toHaveText('Connections1')
  await console.pane('Flag streams').getByRole('button', { name: 'Disconnect all' }).click()
  await expect(console.pane('Flag streams').locator('header')).toContainText(/Flag streams\s*0/)
  await expect(badge).toHaveText('Connections1')
  await reader?.cancel().catch(() => undefined)
})

test('a custom fault whose value is not a number is not applied', async ({ console }) => {
  await console.open('faults')
  const { page } = console
  const value = page.getByRole('textbox', { name: 'Value' })
  await value.press('Control+a')
  await page.keyboard.type('abc')
  await page.keyboard.press('Delete')
  const apply = page.getByRole('button', { name: 'Apply fault' })
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await expect(value).toHaveAccessibleDescription('A number from 0 to 60,000')
  await expect(apply).toBeDisabled()
  await value.fill('250')
  await apply.click()
  await expect(page.getByText('collector responds 250 ms late')).toBeVisible()
})

/** Samples of the last minute with these rates. `delays` in milliseconds. */
function samplesOf(rates: readonly (readonly [ago: number, rate: number])[]) {
  const now = Math.floor(Date.now() / 1000) * 1000
  return rates.map(([ago, rate]) => ({
    at: now - ago * 1000,
    events: rate,
    received: { collector: rate },
    delay: { count: rate, p50: 20 + ago, p95: 80 + ago, max: 200 },
    evaluations: {},
  }))
}

test('charts label the median and the 95th percentile, explain how to read values, and draw no line across silence', async ({
  console,
  services,
}) => {
  const value = samplesOf([
    [50, 1],
    [30, 2],
    [10, 1],
  ])
  await alterStream(console.page, { message: 'metrics', path: ['samples'], value })
  await happen(services, { id: 'a' })
  await console.open('charts')
  const delay = console.pane('Delivery delay')
  await expect(delay.getByRole('list', { name: 'Colours' }).getByRole('listitem')).toHaveText(['median', '95 % within'])
  await expect(console.page.getByText('Point at a chart to read its values')).toBeVisible()
  await expect(delay.locator('.recharts-line-dot')).toHaveCount(6)
  for (const line of await delay.locator('.recharts-line-curve').all())
    await expect(line).toHaveAttribute('stroke', 'none')
})

test('a burst does not flatten the usual rate of events', async ({ console, services }) => {
  const now = Date.now()
  const counts = [
    [50_000, 2],
    [40_000, 4],
    [30_000, 900],
    [20_000, 2],
  ] as const
  const happenings = counts.flatMap(([ago, count]) =>
    Array.from({ length: count }, (_, index) => ({ id: `${ago} ${index}`, at: now - ago })),
  )
  await happen(services, ...happenings)
  await console.open('charts')
  const pane = console.pane('Events per second')
  await expect(pane.getByText('Logarithmic scale')).toBeVisible()
  const ticks = pane.locator('.recharts-yAxis-tick-labels text')
  await expect(ticks).toHaveText(['0', '1', '10', '100', '1000'])
  const [zero = 0, one = 0, , , top = 0] = await ticks.evaluateAll((drawn) =>
    drawn.map((tick) => Number(tick.getAttribute('y'))),
  )
  // On a linear scale, one event per second would be a thousandth of the height.
  expect((zero - one) / (zero - top)).toBeGreaterThan(0.08)
})

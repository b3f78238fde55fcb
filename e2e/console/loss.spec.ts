import type { ConsoleServices } from './consoleServices.ts'
import { eventOf, tell } from './happenings.ts'
import { expect, test } from './test.ts'

/** Delivers the events of a page with these numbers, and what the page tells about others. */
function deliver(services: ConsoleServices, page: string, numbers: readonly number[], told: object): Promise<void> {
  const events = numbers.map((n) => eventOf({ id: `${page}-${n}`, more: { page, n } }))
  return services.post('/collect', { app: { name: 'Rental Desk' }, pages: { [page]: told }, events })
}

for (const width of [1280, 390])
  test(`on a screen of ${width} pixels, the head says how many events are missing without a reason, and the meter says what became of the others`, async ({
    console,
    services,
  }) => {
    const { page } = console
    await page.setViewportSize({ width, height: 844 })
    await deliver(services, 'calm', [1, 2], { last: 3, filtered: '3' })
    await console.open()
    const figure = page.getByRole('banner').getByRole('button', { name: 'lost' })
    await expect(figure).toHaveText('0lost')
    await expect(figure.locator('[data-tone=calm]')).toHaveCount(1)
    await deliver(services, 'torn', [1, 2, 4], { last: 9, delivered: '1-7', 'over-budget': '8' })
    await expect(figure).toHaveText('4lost1dropped')
    await expect(figure.locator('[data-tone=alarm]')).toHaveCount(1)

    await figure.focus()
    await page.keyboard.press('Enter')
    const meter = page.getByRole('dialog', { name: /^4 lost/ })
    const counts = { expected: 12, stored: 5, explained: 2, filtered: 1, 'over-budget': 1 }
    for (const [name, count] of Object.entries({ ...counts, 'on their way': 1, outstanding: 0, lost: 4 }))
      await expect(
        meter
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${name} `) })
          .locator('+ dd'),
      ).toHaveText(String(count))
    await expect(meter.getByRole('listitem')).toHaveText(/^torn.*3, 5–7, 9.*4 lost, 1 on their way$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.keyboard.press('Escape')
    await expect(meter).toHaveCount(0)
    await expect(figure).toBeFocused()
  })

test('the head has room for a large number on screens of all widths', async ({ console, services }) => {
  const { page } = console
  await deliver(services, 'torn', [1], { last: 12_345, delivered: '1-12345' })
  await console.open()
  await expect(page.getByRole('banner').getByRole('button', { name: '12K lost' })).toBeVisible()
  await tell(services, {
    destinations: ['collector'],
    deliveries: [
      { name: 'collector', failures: 2, failingSinceAt: 1, answeredAt: 2, outcome: 'failed', waiting: 98_765 },
    ],
  })
  await expect(page.getByRole('banner').getByRole('button', { name: '12K lost 99K waiting' })).toBeVisible()
  for (const width of [320, 390, 821, 1000, 1141, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('while events wait in a page, the head says how many and not that none is lost, and the meter says in how many pages and since when', async ({
  console,
  services,
}) => {
  const { page } = console
  const meter = page.getByRole('banner').getByRole('button', { name: /lost|waiting/ })
  await deliver(services, 'calm', [1], { last: 1 })
  await console.open()
  await expect(meter).toHaveText('0lost')
  const since = Date.now() - 60_000
  const failing = { name: 'collector', failures: 2, failingSinceAt: since, answeredAt: Date.now(), outcome: 'failed' }
  await tell(services, { destinations: ['collector'], deliveries: [{ ...failing, reason: 'status 503', waiting: 3 }] })
  await expect(meter).toHaveText('3waiting')
  await meter.click()
  const waiting = page
    .getByRole('dialog')
    .getByRole('term')
    .filter({ hasText: /^waiting / })
  await expect(waiting).toContainText(`in 1 page, the oldest since ${new Date(since).toTimeString().slice(0, 8)}`)
  await expect(waiting.locator('+ dd')).toHaveText('3')
  await page.keyboard.press('Escape')
  await tell(services, { destinations: ['collector'], deliveries: [{ ...failing, outcome: 'delivered', waiting: 0 }] })
  await expect(meter).toHaveText('0lost')
})

import type { ConsoleServices } from './consoleServices.ts'
import { eventOf } from './happenings.ts'
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
    const figure = page.getByRole('banner').getByRole('button', { name: 'unexplained' })
    await expect(figure).toHaveText('0unexplained')
    await expect(figure).not.toHaveAttribute('data-alarm')
    await deliver(services, 'torn', [1, 2, 4], { last: 9, delivered: '1-7', 'over-budget': '8' })
    await expect(figure).toHaveText('4unexplained')
    await expect(figure).toHaveAttribute('data-alarm')

    await figure.focus()
    await page.keyboard.press('Enter')
    const meter = page.getByRole('dialog', { name: '4 unexplained' })
    const counts = { expected: 12, stored: 5, explained: 2, filtered: 1, 'over-budget': 1 }
    for (const [name, count] of Object.entries({ ...counts, 'on their way': 1, outstanding: 0, unexplained: 4 }))
      await expect(
        meter
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${name} `) })
          .locator('+ dd'),
      ).toHaveText(String(count))
    await expect(meter.getByRole('listitem')).toHaveText(/^torn.*3, 5–7, 9.*4 unexplained, 1 on their way$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.keyboard.press('Escape')
    await expect(meter).toHaveCount(0)
    await expect(figure).toBeFocused()
  })

test('the head has room for a large number on screens of all widths', async ({ console, services }) => {
  const { page } = console
  await deliver(services, 'torn', [1], { last: 12_345, delivered: '1-12345' })
  await console.open()
  await expect(page.getByRole('banner').getByRole('button', { name: '12K unexplained' })).toBeVisible()
  for (const width of [320, 390, 821, 1000, 1141, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

import { smallTargets } from '../desk/smallTargets.ts'
import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

for (const width of [1280, 390])
  test(`every control of the desk is at least 24 pixels high and wide at a width of ${width} pixels`, async ({
    desk,
  }) => {
    await desk.page.setViewportSize({ width, height: 844 })
    await desk.visit()
    await desk.settle()
    expect(await smallTargets(desk.page), 'Fleet').toEqual([])
    for (const name of ['Rentals', 'Quotes', 'Settings'] as const) {
      await desk.open(name)
      await expect(desk.title).toHaveText(name)
      expect(await smallTargets(desk.page), name).toEqual([])
    }
    await desk.open('Rentals')
    await desk.page.getByRole('link', { name: 'R-3118' }).click()
    await expect(desk.map.locator('[data-marker]').first()).toBeVisible()
    expect(await smallTargets(desk.page), 'R-3118').toEqual([])
  })

/** The size of the map's labels in pixels, and which of them are covered by something else. */
const labelsOf = ({ map }: DeskPage) =>
  map.evaluate((panel) => {
    const texts = [...panel.querySelectorAll<SVGTextElement>('svg text')]
    const all = [...texts, ...panel.querySelectorAll('[data-marker]')]
    const isOver = (one: Element, other: Element) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }
    return {
      sizes: texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0)),
      covered: texts
        .filter((text) => all.some((other) => other !== text && isOver(text, other)))
        .map(({ textContent }) => textContent),
    }
  })

for (const path of ['/', '/rentals/R-3118'])
  test(`on a narrow screen, the map’s labels at ${path} are legible and not covered`, async ({ desk }) => {
    await desk.page.setViewportSize({ width: 390, height: 844 })
    await desk.visit(path)
    await expect(desk.map.locator('[data-marker]').first()).toBeVisible()
    const { sizes, covered } = await labelsOf(desk)
    expect(covered).toEqual([])
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.min(...sizes)).toBeGreaterThan(11)
  })

test('the fields of a quote do not move while a machine is picked and after the quote is sent', async ({ desk }) => {
  await desk.visit()
  await desk.settle()
  await expect(desk.fields).toHaveAttribute('data-layout', 'compact')
  const places = async () => {
    const controls = [desk.customer, desk.page.getByRole('textbox', { name: 'Notes' }), desk.sendButton]
    return Promise.all(controls.map(async (control) => (await control.boundingBox())?.y ?? Number.NaN))
  }
  const before = await places()
  // The quote stays visible while the list scrolls, which may move it by a fraction of a pixel.
  const moved = async () => (await places()).map((place, index) => !(Math.abs(place - (before[index] ?? 0)) <= 1.5))
  await desk.quote('EX-209')
  await expect(desk.total).toBeVisible()
  expect(await moved()).toEqual([false, false, false])
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await expect(desk.page.getByText('sent to Delmar')).toBeVisible()
  expect(await moved()).toEqual([false, false, false])
})

test('the desk shows the delivery of the latest events, and links to the console', async ({
  desk,
  services,
  context,
}) => {
  await desk.visit()
  await desk.settle()
  const trace = desk.page.getByRole('complementary', { name: 'Telltale' })
  await expect(trace).toBeInViewport()
  await desk.quote('EX-209')
  const last = trace.getByRole('listitem').first()
  await expect(last).toContainText(/^Machine selected (passed to .*, )?delivered to collector in \d+ ms$/)
  await expect(trace.getByRole('listitem')).toHaveCount(2)
  const [console] = await Promise.all([
    context.waitForEvent('page'),
    trace.getByRole('link', { name: 'Open the console' }).click(),
  ])
  expect(console.url()).toBe(`${services.url}/#live`)
  await expect(console.getByRole('option').filter({ hasText: 'Machine selected' }).first()).toBeVisible()
})

test('the year of a date of a quote takes four digits', async ({ desk }) => {
  await desk.visit()
  for (const label of ['Goes out', 'Comes back']) {
    const date = desk.page.getByLabel(label)
    await date.click({ position: { x: 16, y: 16 } })
    await desk.page.keyboard.type('1130202612')
    await expect(date).toHaveValue(/^\d{4}-11-30$/)
  }
})

test('on a narrow screen, the navigation has a link to the console', async ({ desk, services }) => {
  await desk.page.setViewportSize({ width: 390, height: 844 })
  await desk.visit()
  const link = desk.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Console' })
  await expect(link).toBeInViewport()
  await expect(link).toHaveAttribute('href', `${services.url}/#live`)
  await expect(link).toHaveAttribute('target', '_blank')
  // A wide screen always shows the link of the bar at the end.
  await desk.page.setViewportSize({ width: 1280, height: 800 })
  await expect(link).toBeHidden()
})

test('the user menu starts with the other users to sign in as', async ({ desk }) => {
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.user.click()
  const items = desk.page.getByRole('menu').locator('[role^=menuitem]')
  await expect(items.last()).toHaveText('Sign out')
  const names = await items.allInnerTexts()
  expect(names.slice(-2)).toEqual(['View as customer…', 'Sign out'])
  expect(names[0]).toContain('Grace Adeyemi')
})

test('a quote without a machine shows an error below the field, which no list covers', async ({ desk }) => {
  await desk.visit()
  await desk.settle()
  await desk.sendButton.click()
  const machine = desk.page.getByRole('combobox', { name: 'Machine' })
  await expect(machine).toBeFocused()
  await expect(desk.page.getByText('Choose a machine for the quote.')).toBeVisible()
  const options = desk.page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(0)
  await expect(machine).toHaveAttribute('aria-expanded', 'false')
  // One key opens the list.
  await machine.press('ArrowDown')
  await expect(options.first()).toBeVisible()
})

test('Enter takes the first machine that matches what was typed, and does not submit the quote', async ({ desk }) => {
  await desk.visit()
  await desk.settle()
  const machine = desk.page.getByRole('combobox', { name: 'Machine' })
  await machine.focus()
  await desk.page.keyboard.type('EX-209')
  await desk.page.keyboard.press('Enter')
  await expect(machine).toHaveValue(/^EX-209/)
  await expect(desk.page.getByText('Choose a machine for the quote.')).toHaveCount(0)
})

test('Settings does not report stored data as pending events if no event is pending', async ({ desk }) => {
  await desk.visit('/settings')
  await expect(desk.waiting).toHaveText('0 events waiting')
  const stored = desk.page.getByRole('region', { name: 'Privacy' })
  await expect(stored.getByText('Event storage, including bookkeeping')).toBeVisible()
  await expect(stored).not.toContainText('on their way')
})

import type { Locator, Page } from '@playwright/test'
import { happen } from './happenings.ts'
import { expect, test } from './test.ts'

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')

/** The names of the tab stops in a part of the page. */
async function stopsIn(page: Page, part: Locator): Promise<readonly string[]> {
  const names: string[] = []
  await part.evaluate((element) => {
    element.tabIndex = -1
    element.focus()
  })
  for (;;) {
    await page.keyboard.press('Tab')
    if (!(await part.evaluate((element) => element.contains(document.activeElement)))) return names
    names.push(await focusedName(page))
  }
}

test('an attribute of a person has two tab stops, and a third one if its text could also be JSON', async ({
  console,
}) => {
  await console.open('people/stonebridge-civil%3A1042')
  const person = console.pane('Dana Whitfield')
  const stops = await stopsIn(console.page, person)
  const from = stops.indexOf('company_id')
  expect(stops.slice(from, from + 2)).toEqual(['company_id', 'Remove company_id'])
  const cached = stops.indexOf('cached')
  expect(stops.slice(cached, cached + 3)).toEqual(['cached', 'cached: written as', 'Remove cached'])
})

test('Tabs grows with its rows: it does not scroll, and is no tab stop', async ({ console, services }) => {
  const { page } = console
  const poll = (key: string) => {
    const context = btoa(JSON.stringify({ kind: 'user', key }))
    return fetch(`${services.url}/sdk/evalx/rental-desk-local/contexts/${context}`)
  }
  await poll('first')
  await console.open('connections')
  const clients = console.pane('Tabs')
  const rows = clients.getByRole('row')
  await page.setViewportSize({ width: 1280, height: 1600 })
  await expect(rows).toHaveCount(2)
  expect(await stopsIn(page, clients)).not.toContain('Tabs')
  await Promise.all(Array.from({ length: 50 }, (_, number) => poll(`${number}`)))
  await expect(rows).toHaveCount(52)
  expect(await stopsIn(page, clients)).not.toContain('Tabs')
  await expect(rows.last()).toBeAttached()
  expect(
    await clients.evaluate((pane) =>
      [pane, ...pane.querySelectorAll('*')].some(
        (box) => getComputedStyle(box).overflowY === 'auto' && box.scrollHeight > box.clientHeight,
      ),
    ),
  ).toBe(false)
})

test('a region with controls is no tab stop: the keyboard scrolls it from its controls', async ({ console }) => {
  const { page } = console
  await page.setViewportSize({ width: 1280, height: 420 })
  await console.open('people/stonebridge-civil%3A1042')
  const person = console.pane('Dana Whitfield')
  const content = person.getByRole('group', { name: 'Dana Whitfield: content' })
  expect(await content.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  const stops = await stopsIn(page, person)
  expect(stops).not.toContain('Dana Whitfield: content')
  expect(stops).toContain('company_id')
  await person.getByRole('button', { name: 'Remove company_id' }).focus()
  const before = await content.evaluate((box) => box.scrollTop)
  await page.keyboard.press('PageDown')
  await expect.poll(() => content.evaluate((box) => box.scrollTop)).toBeGreaterThan(before)
})

test('Escape closes the open event, and then stops following', async ({ console, services }) => {
  const { page, rows } = console
  await happen(services, { id: 'a' }, { id: 'b', who: 'harbor-and-pine:2210' })
  await console.open('people/stonebridge-civil%3A1042')
  await page.getByRole('button', { name: 'Follow Dana Whitfield' }).click()
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'Close the event' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Close the event' })).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)
})

test('Escape closes the tooltip of the control that has the focus', async ({ console }) => {
  const { page } = console
  await console.open('flags')
  await page.getByRole('textbox', { name: 'Find a flag' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

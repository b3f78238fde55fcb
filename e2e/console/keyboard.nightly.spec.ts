import type { Locator, Page } from '@playwright/test'
import { happen } from './happenings.ts'
import { expect, test } from './test.ts'
import { uuidOf } from './uuidOf.ts'

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')

test('j, k and the arrow keys select events right after the page was opened', async ({ console, services }) => {
  await happen(services, { id: 'a' }, { id: 'b' }, { id: 'c' })
  await console.open()
  await expect(console.rows).toHaveCount(3)
  const isOpen = (index: number) => expect(console.rows.nth(index)).toHaveAttribute('aria-selected', 'true')
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['ArrowDown', 2],
    ['k', 1],
    ['ArrowUp', 0],
  ] as const) {
    await console.page.keyboard.press(key)
    await isOpen(index)
  }
  // A screen reader follows only the focus.
  await expect(console.page.getByRole('listbox')).toBeFocused()
})

test('j and the arrow keys select events after the view was switched by key or by click', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a' }, { id: 'b' })
  await console.open()
  const { page, rows } = console
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('2')
  await expect(console.pane('Flags')).toBeVisible()
  await page.keyboard.press('1')
  await shown(rows)
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Faults' }).click()
  await page.getByRole('link', { name: 'Live' }).click()
  await shown(rows)
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true')
})

test('j and the arrow keys are handled by the filter while the user types, and by an open menu', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a', name: 'Jump' }, { id: 'b' })
  await console.open()
  const { page, rows } = console
  await expect(rows).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Filter events' }).pressSequentially('j')
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Choose columns' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Delivery' }).press('ArrowDown')
  await expect(page.getByRole('menuitemcheckbox', { name: 'User' })).toBeFocused()
  await expect(console.page.locator('[role=option][aria-selected=true]')).toHaveCount(0)
})

test('on a narrow screen the arrow keys move in the list, and Enter opens an event', async ({ console, services }) => {
  await happen(services, { id: 'a' }, { id: 'b' })
  const { page, rows } = console
  await page.setViewportSize({ width: 390, height: 844 })
  await console.open()
  const list = page.getByRole('listbox', { name: 'Events, the newest first' })
  await list.focus()
  for (const index of [0, 1]) {
    await page.keyboard.press('ArrowDown')
    await expect(list).toHaveAttribute('aria-activedescendant', (await rows.nth(index).getAttribute('id')) ?? '')
  }
  await expect(page.getByRole('button', { name: 'Close the event' })).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close the event' })).toBeVisible()
})

test('switching the view moves the focus to the heading of the new view, before its first control', async ({
  console,
}) => {
  await console.open()
  const { page } = console
  for (const [key, name, first] of [
    ['2', 'Flags', 'Find a flag'],
    ['3', 'People', 'Find a person'],
    ['6', 'Faults', 'Take everything offline'],
    ['1', 'Live', 'Filter events'],
  ] as const) {
    await page.keyboard.press(key)
    const heading = page.getByRole('main', { name }).getByRole('heading').first()
    await expect(heading).toBeFocused()
    await expect(heading).toHaveCSS('outline-style', 'solid')
    await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe(first)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  }
})

test('Faults has one tab stop for each service; the arrow keys go through its list, and Enter chooses a fault', async ({
  console,
}) => {
  await console.open('faults')
  const { page } = console
  await page.getByRole('button', { name: 'Take everything offline' }).focus()
  const stops: string[] = []
  await page.keyboard.press('Tab')
  // Until the focus is behind the services.
  for (let name = ''; name !== 'Route'; name = await focusedName(page)) {
    stops.push(await focusedName(page))
    await page.keyboard.press('Tab')
  }
  expect(stops).toEqual(['who-am-i', 'flag polls', 'flag stream', 'flag events', 'collector', 'OFREP', 'vendors'])

  const collector = page.getByRole('combobox', { name: 'collector', exact: true })
  await collector.focus()
  await page.keyboard.press('ArrowDown')
  await expect(collector).toHaveValue('works')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(collector).toHaveValue('responds 300 ms late')
  await expect(page.getByRole('status').getByText('collector responds 300 ms late')).toBeVisible()
})

test('the first tab stop skips to the view', async ({ console }) => {
  await console.open('flags')
  const { page } = console
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeFocused()
  await expect(page).toHaveURL(/#flags$/)
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Find a flag')
})

for (const part of ['live', 'flags/quote-layout', 'people', 'faults'])
  test(`every control of ${part} has the same focus ring`, async ({ console, services }) => {
    await happen(services, { id: 'a' })
    await console.open(part)
    const { page } = console
    const rings = new Map<string, string>()
    for (let step = 0; step < 45; step++) {
      await page.keyboard.press('Tab')
      const [name, ring] = await page.evaluate(() => {
        const focused = document.activeElement
        if (focused === null || focused === document.body) return ['', '']
        const isBox = focused.matches('input[type=radio], input[type=checkbox]')
        // A hidden input is represented by its label, the input of a field with pills by the field, and a button that stretches
        // over its row by the stretched element.
        const label = isBox && focused.nextElementSibling?.matches('label') ? focused.nextElementSibling : null
        const drawn = label ?? focused.closest('.mantine-TagsInput-input') ?? focused
        const stretched = getComputedStyle(focused, '::after')
        const isStretched = stretched.position === 'absolute' && stretched.outlineStyle !== 'none'
        const style = isStretched ? stretched : getComputedStyle(drawn)
        return [focused.outerHTML.slice(0, 120), `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`]
      })
      if (name !== '') rings.set(name ?? '', ring ?? '')
    }
    expect(rings.size).toBeGreaterThan(8)
    const different = [...rings].filter(([, ring]) => ring !== 'solid 2px rgb(13, 110, 80)')
    expect(different).toEqual([])
  })

test('the ring around the chart of flag evaluations is within the region that scrolls', async ({
  console,
  services,
}) => {
  await services.post('/events/bulk/rental-desk-local', [
    {
      kind: 'summary',
      features: { 'new-pricing': { counters: [{ variation: 0, count: 7, value: true, version: 4 }] } },
    },
  ])
  await console.open('charts')
  const chart = console.pane('Flag evaluations').locator('svg.recharts-surface[tabindex="0"]')
  await chart.focus()
  await console.page.keyboard.press('ArrowRight')
  await expect(chart).toHaveCSS('outline-offset', '-2px')
})

/** Resolves when the list handles keys, which it does after its first paint. */
async function shown(rows: Locator) {
  await expect(rows.nth(0)).toBeVisible()
  await rows.nth(0).evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
}

for (const { view, text, first, result } of [
  { view: 'flags', text: 'pricing', first: 'new-pricing', result: /^1 of \d+ flags$/ },
  { view: 'people', text: 'aiko', first: 'Aiko Tanaka', result: /^1 of \d+ people$/ },
] as const)
  test(`the number of ${view} that match is announced, and Enter moves the focus to the first one`, async ({
    console,
  }) => {
    const { page } = console
    await console.open(view)
    await page.keyboard.press('/')
    await page.keyboard.type(text)
    await expect(page.getByRole('main').getByText(result)).toBeAttached()
    await page.keyboard.press('Enter')
    expect(await focusedName(page)).toContain(first)
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(console.pane(view === 'flags' ? 'Flags' : 'People')).toBeFocused()
  })

test('Enter goes from the filter to the list after a suggestion was taken', async ({ console, services }) => {
  await happen(services, { id: 'a', name: 'Quote sent' })
  await console.open()
  const { page, rows } = console
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('/')
  await page.keyboard.type('na')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('input:focus')).toHaveValue('name:')
  await page.keyboard.type('quote')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Events, the newest first' })).toBeFocused()
})

test('on a narrow screen, / and the key of the view go from what is open to its list', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a' })
  const { page } = console
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [part, key, find] of [
    [`live/${uuidOf('a')}`, '1', 'Filter'],
    ['flags/new-pricing', '2', 'Find'],
    ['people/stonebridge-civil%3A1042', '3', 'Find'],
  ] as const) {
    const field = page.getByPlaceholder(find, { exact: true })
    await console.open(part)
    await expect(field).toBeHidden()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await console.open(part)
    await expect(field).toBeHidden()
    await page.keyboard.press(key)
    await expect(field).toBeVisible()
  }
})

for (const view of ['live', 'flags', 'people'] as const)
  test(`Escape empties the filter of ${view}, and then leaves it`, async ({ console }) => {
    const { page } = console
    await console.open(view)
    await page.keyboard.press('/')
    const field = page.locator('input:focus')
    await field.pressSequentially('zzz')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await page.keyboard.press('Escape')
    if (view === 'live') await page.keyboard.press('Escape') // the second one closes the suggestions
    await expect(field).toHaveCount(0)
    await expect(console.pane({ live: 'Events', flags: 'Flags', people: 'People' }[view])).toBeFocused()
    await page.keyboard.press('6')
    await expect(page).toHaveURL(/#faults/)
  })

import { eventOf } from './happenings.ts'
import { countWork, heldBy, workOf } from './pageWork.ts'
import { expect, test } from './test.ts'

const EVENTS = 10_000
const NAMES = ['Fleet viewed', 'Machine selected', 'Quote started', 'Quote sent']
/** The most rows that one screen of events may render: the visible ones and some around them. */
const MOST_ROWS = 80
const ROW_HEIGHT = 30
/** The bytes that memory may grow by during two more walks through all events. */
const MOST_GROWTH = 3_000_000
/** The same for nodes: some removed rows are not collected yet. Twenty thousand leaked rows would be half a million nodes. */
const MOST_NODES = 10_000

// A busy machine must not fail the test.
test.describe.configure({ timeout: 120_000 })

test('ten thousand events are rendered one screen at a time, from the newest to the oldest', async ({
  console,
  services,
}, info) => {
  const { page } = console
  await countWork(page)
  await console.open()
  const app = { name: 'Rental Desk' }
  const at = Date.now() - EVENTS
  for (let first = 0; first < EVENTS; first += 1000) {
    const events = Array.from({ length: 1000 }, (_, index) => {
      const number = first + index
      const properties = { number, 'LDFF: new_pricing': number % 2 === 0, 'LDFF: quote_layout': 'compact' }
      return eventOf({ id: `event-${number}`, name: NAMES[number % NAMES.length] ?? '', at: at + number, properties })
    })
    await services.post('/collect', { app, events })
  }
  await expect(console.pane('Events').getByText('10,000', { exact: true })).toBeVisible()

  const list = page.getByRole('listbox')
  // From the top to the bottom in 60 steps. Returns the largest number of rows in the document.
  const walk = () =>
    list.evaluate(async (element) => {
      let most = 0
      for (let step = 0; step <= 60; step++) {
        element.scrollTop = ((element.scrollHeight - element.clientHeight) * step) / 60
        await new Promise(requestAnimationFrame)
        most = Math.max(most, element.querySelectorAll('[role=option]').length)
      }
      return most
    })
  const drawn = await walk()
  expect(drawn).toBeLessThan(MOST_ROWS)
  await expect(console.rows.last()).toHaveAttribute('aria-posinset', String(EVENTS))

  // Browsing all events again and again leaks no memory.
  const before = await heldBy(page)
  await walk()
  await walk()
  const after = await heldBy(page)
  expect(after.nodes - before.nodes).toBeLessThan(MOST_NODES)
  expect(after.listeners - before.listeners).toBeLessThan(100)
  expect(after.heapBytes - before.heapBytes).toBeLessThan(MOST_GROWTH)

  // Moving by one row renders one row, and no other row again.
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
  await expect(console.rows.first()).toHaveAttribute('aria-setsize', String(EVENTS))
  const STEPS = 40
  const scrolling = await workOf(page, () =>
    list.evaluate(
      async (element, { steps, height }) => {
        for (let step = 0; step < steps; step++) {
          element.scrollTop += height
          await new Promise(requestAnimationFrame)
        }
      },
      { steps: STEPS, height: ROW_HEIGHT },
    ),
  )
  expect(scrolling.rowsDrawn).toBeLessThan(2 * STEPS)
  expect(scrolling.rowsAdded).toBeLessThan(2 * STEPS)
  expect(scrolling.linesMade).toBe(0)

  // The scroll position is kept while events arrive above it, and only one screen is rendered.
  const inSight = () =>
    list.evaluate((element) => {
      const box = element.getBoundingClientRect()
      return document.elementFromPoint(box.left + 200, box.top + 100)?.closest('[role=option]')?.id
    })
  const read = await inSight()
  const COMING = 10
  const arriving = await workOf(page, async () => {
    for (let number = 1; number <= COMING; number++) {
      await services.post('/collect', { app, events: [eventOf({ id: `newest-${number}`, name: `Newest ${number}` })] })
      await expect(page.getByRole('button', { name: `↑ ${number} new` })).toBeVisible()
    }
  })
  expect(arriving.rowsDrawn).toBeLessThan(COMING * 2 * MOST_ROWS)
  expect(arriving.rowsAdded).toBeLessThan(COMING * 5)
  expect(arriving.linesMade).toBeLessThan(COMING * 5)
  expect(await inSight()).toBe(read)
  await page.getByRole('button', { name: `↑ ${COMING} new` }).click()
  await expect(console.rows.first()).toContainText(`Newest ${COMING}`)

  await page.getByRole('combobox', { name: 'Filter events' }).fill('has:number=9999')
  await expect(console.rows).toHaveCount(1)
  const report = { rowsAtOnce: drawn, scrolling, arriving, before, after }
  info.annotations.push({ type: 'ten thousand rows', description: JSON.stringify(report) })
  process.stdout.write(`${JSON.stringify(report)}\n`)
})

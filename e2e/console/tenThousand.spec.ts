import { eventOf } from './happenings.ts'
import { expect, test } from './test.ts'

const EVENTS = 10_000
const NAMES = ['Fleet viewed', 'Machine selected', 'Quote started', 'Quote sent']
/** Rows that a screen of events may be drawn with: those in sight and some around them. */
const MOST_ROWS = 80

// A machine that is busy with other things is no failure.
test.describe.configure({ timeout: 120_000 })

test('ten thousand events are drawn a screen at a time, from the newest to the oldest', async ({
  console,
  services,
}, info) => {
  await console.open()
  const { page } = console
  // Told on the page itself: a long task is whatever kept it from answering for more than 50 ms.
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { longTasks: tasks })
  })
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
  const arriving = await longTasks()

  const list = page.getByRole('listbox')
  const drawn: number[] = []
  const frames = await list.evaluate(async (element) => {
    const gaps: number[] = []
    let last = performance.now()
    for (let step = 0; step <= 200; step++) {
      element.scrollTop = ((element.scrollHeight - element.clientHeight) * step) / 200
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      gaps.push(now - last)
      last = now
    }
    return gaps
  })
  drawn.push(await console.rows.count())
  await expect(console.rows.last()).toHaveAttribute('aria-posinset', String(EVENTS))
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
  await expect(console.rows.first()).toHaveAttribute('aria-setsize', String(EVENTS))
  drawn.push(await console.rows.count())
  for (const count of drawn) expect(count).toBeLessThan(MOST_ROWS)

  // What is read stays where it is while more comes in above it.
  const inSight = () =>
    list.evaluate((element) => {
      const box = element.getBoundingClientRect()
      return document.elementFromPoint(box.left + 200, box.top + 100)?.closest('[role=option]')?.id
    })
  const read = await inSight()
  await services.post('/collect', { app, events: [eventOf({ id: 'newest', name: 'Newest' })] })
  await expect(page.getByRole('button', { name: '↑ 1 new' })).toBeVisible()
  expect(await inSight()).toBe(read)
  await page.getByRole('button', { name: '↑ 1 new' }).click()
  await expect(console.rows.first()).toContainText('Newest')

  await page.getByRole('textbox', { name: 'Filter events' }).fill('has:number=9999')
  await expect(console.rows).toHaveCount(1)
  const all = await longTasks()
  const report = {
    rowsDrawn: drawn,
    longestTaskWhileArrivingMs: most(arriving),
    longestTaskMs: most(all),
    longestFrameWhileScrollingMs: most(frames),
    meanFrameWhileScrollingMs: Math.round(frames.reduce((sum, gap) => sum + gap, 0) / frames.length),
  }
  info.annotations.push({ type: 'ten thousand rows', description: JSON.stringify(report) })
  process.stdout.write(`${JSON.stringify(report)}\n`)

  function longTasks(): Promise<number[]> {
    return page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  }
})

function most(figures: readonly number[]): number {
  return Math.round(Math.max(0, ...figures))
}

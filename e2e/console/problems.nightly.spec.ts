import { tell } from './happenings.ts'
import { expect, test } from './test.ts'

const SILENT =
  'no answer for 30 s from http://127.0.0.1:9/collect: check its address, its server and CORS. Events that wait: 2 (T67)'

test('a page that is killed is marked as quiet within seconds, its problems are not current meanwhile, and both are back when it is heard again', async ({
  console,
  services,
}) => {
  const silent = { where: 'collector', message: SILENT, isError: true, since: Date.now(), at: Date.now(), times: 1 }
  const report = () => tell(services, { isHidden: false, problems: [silent], steps: [['a', 'stored']] })
  await report()
  await console.open('connections')
  const { page } = console
  const notice = page.getByRole('status').filter({ hasText: 'T67' })
  const row = console.pane('Tabs').getByRole('row').filter({ hasText: '127.0.0.1:4800/fleet' })
  const stopped = page.getByText('1 page stopped, 1 event is left in its browser.')
  const mark = page.getByRole('link', { name: /^Connections/ })
  await expect(notice).toBeVisible()
  await expect(mark).toHaveText('Connections1')
  await expect(row).toContainText(/not heard for \d+ s/, { timeout: 10_000 })
  await expect(notice).toHaveCount(0)
  await expect(mark).toHaveText('Connections')
  await expect(page).toHaveTitle('Connections · Telltale console')
  await expect(stopped).toBeVisible()
  await report()
  await expect(stopped).toHaveCount(0)
  await expect(notice).toBeVisible()
  await expect(row).not.toContainText('not heard')
  await page.goto(`${services.url}/#problems`)
  const past = console.pane('Problems').getByRole('list', { name: 'Not current' }).getByRole('listitem')
  await expect(past).toContainText('page not heard')
})

test('an option of a command stays on one line at every width', async ({ console, services }) => {
  const silent = { where: 'collector', message: SILENT, isError: true, since: Date.now(), at: Date.now(), times: 1 }
  await tell(services, { problems: [silent] })
  await console.open('problems')
  const { page } = console
  const command = console.pane('Problems').locator('code').filter({ hasText: 'npx telltale doctor --collector' })
  for (let width = 320; width <= 1280; width += 20) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await command.evaluate((element) => {
      const options: (readonly [option: string, lines: number])[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { index, 0: option } of (text.textContent ?? '').matchAll(/--\w+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + option.length)
          options.push([option, new Set([...range.getClientRects()].map(({ top }) => top)).size])
        }
      return options
    })
    expect(lines, `at a width of ${width}`).toEqual([
      ['--collector', 1],
      ['--origin', 1],
    ])
  }
})

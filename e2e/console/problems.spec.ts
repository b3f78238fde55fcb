import { tell } from './happenings.ts'
import { expect, test } from './test.ts'

const SILENT =
  'no answer for 30 s from http://127.0.0.1:9/collect: check its address, its server and CORS. Events that wait: 2 (T67)'

test('a destination that does not answer is named in every view, with the events that wait, until it answers again', async ({
  console,
  services,
}) => {
  const since = new Date(2026, 0, 2, 9, 30).getTime()
  const silent = { where: 'collector', message: SILENT, isError: true, since, at: Date.now(), times: 2 }
  const warning = { ...silent, where: 'track', message: 'the name of an event must be a string (T60)', isError: false }
  await tell(services, {
    steps: [
      ['a', 'happened'],
      ['a', 'stamped'],
      ['a', 'stored'],
      ['a', 'sent@collector'],
      ['a', 'sent@collector'],
      ['b', 'happened'],
      ['b', 'stamped'],
      ['b', 'stored'],
    ],
    problems: [warning, silent],
  })
  await tell(services, { tab: 'of an earlier version' })
  await console.open('live/a')
  const { page } = console
  const notice = page.getByRole('status').filter({ hasText: 'T67' })
  await expect(notice).toContainText('collector: no answer for 30 s')
  await expect(notice).toContainText('since 09:30:00 · 2 times · 1 page · 2 events wait')
  await expect(page).toHaveTitle('(1) Live · Telltale console')
  await expect(console.pane('Quote sent').getByRole('row', { name: /^collector/ })).toContainText(/2 times.*not yet/)
  await expect(console.pane('Quote sent').getByRole('cell', { name: SILENT })).toBeVisible()

  await page.goto(`${services.url}/#connections`)
  await expect(notice).toBeVisible()
  const messages = console.pane('Messages').getByRole('row')
  await expect(messages.filter({ hasText: 'T67' })).toContainText('09:30:00')
  await expect(messages.filter({ hasText: 'T60' })).toBeVisible()
  await expect(console.pane('Tabs').getByRole('row').filter({ hasText: 'T67' })).toBeVisible()

  const problems = [warning, { ...silent, endedAt: Date.now() }]
  await tell(services, { steps: [['a', 'acknowledged@collector']], problems })
  await expect(notice).toHaveCount(0)
  await expect(page).toHaveTitle('Connections · Telltale console')
  await expect(messages.filter({ hasText: 'T67' })).toContainText('just now')
})

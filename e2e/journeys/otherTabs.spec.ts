import { deskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

test('the strip of a tab says that another tab has delivered its events', async ({ desk, context, complaints }) => {
  complaints.allow(/Failed to load resource/)
  await desk.visit()
  await desk.settle()
  const events = desk.page.getByRole('list', { name: 'Last events of this page' }).getByRole('listitem')
  await expect(events.first()).toHaveAttribute('data-delivery', 'delivered')
  // This tab cannot reach the collector, and the other one can.
  await desk.page.route('**/collect', (route) => route.abort())
  const other = deskPage(await context.newPage())
  await other.visit()
  await other.settle()
  await desk.open('Rentals')
  await desk.open('Quotes')
  await desk.open('Fleet')
  await desk.quote('EX-214')
  await other.page.getByRole('link', { name: 'Rentals' }).click()
  for (const item of await events.all()) await expect(item).toHaveAttribute('data-delivery', 'delivered')
  await expect(events.first()).toContainText(/delivered to collector in \d+ ms, by another tab/)
})

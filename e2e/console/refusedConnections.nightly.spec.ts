import { expect, test } from '../desk/test.ts'

test('while the collector refuses connections, the console says so, and stops to say so when the collector is back', async ({
  desk,
  services,
  context,
  complaints,
}) => {
  complaints.allow(/net::ERR_/)
  complaints.expect(/no answer for 30 s .* \(T67\)/)
  await context.route('**/collect', (route) => route.abort('connectionrefused'))
  await desk.visit()
  await desk.settle()
  await desk.quote('EX-209')
  const console = await context.newPage()
  await console.goto(`${services.url}/#live`)
  const notice = console.getByRole('status').filter({ hasText: 'T67' })
  await expect(notice).toContainText('collector: no answer for 30 s', { timeout: 60_000 })
  await expect(notice).toContainText(/since \d\d:\d\d:\d\d · 1 page · \d+ events wait/)
  await expect(console).toHaveTitle(/^\(1\) Live/)
  await context.unroute('**/collect')
  // The library waits for up to a minute between two attempts.
  await expect(notice).toHaveCount(0, { timeout: 90_000 })
  await expect(console).toHaveTitle(/^Live/)
})

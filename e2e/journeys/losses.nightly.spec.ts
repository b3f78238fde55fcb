import { expect, test } from '../desk/test.ts'

/** What the collector says of all pages. */
interface Loss {
  expected: number
  stored: number
  explained: Record<string, number>
  onTheWay: number
  outstanding: number
  unexplained: number
}

test('after a tour with faults of the collector, nothing is missing without a reason', async ({
  desk,
  services,
  context,
  complaints,
}) => {
  test.setTimeout(120_000)
  const { page } = desk
  const loss = async () => (await (await fetch(`${services.url}/loss?onTheWay=0`)).json()) as Loss
  async function setFault(kind: object | null) {
    const origin = new URL(services.url).origin
    const headers = { 'content-type': 'application/json', origin }
    const body = JSON.stringify({ route: 'collect', kind })
    const { status } = await fetch(`${services.url}/console/faults`, { method: 'POST', headers, body })
    expect(status).toBe(200)
  }
  const before = await loss()

  await desk.visit()
  await desk.settle()
  for (const kind of [
    { type: 'status', status: 503 },
    { type: 'reset' },
    { type: 'garbage' },
    { type: 'truncated' },
    { type: 'latency', ms: 2_000 },
    { type: 'cors' },
  ]) {
    await setFault(kind)
    await desk.open('Quotes')
    await desk.open('Fleet')
    await desk.quote('EX-209')
    // A page ends while its events wait.
    await page.reload()
    await expect(desk.user).toContainText(/\w/)
  }
  await desk.signInAs(/Dana/)
  await desk.open('Rentals')
  const second = await context.newPage()
  await second.goto('/settings')
  await second.close()
  await context.setOffline(true)
  await desk.open('Settings')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await context.setOffline(false)
  await setFault(null)
  await page.reload()
  await expect(desk.waiting).toHaveText('0 events waiting', { timeout: 60_000 })

  await page.getByRole('button', { name: 'Send a test event' }).click()
  await expect
    .poll(
      async () => {
        const { outstanding, unexplained } = await loss()
        return [outstanding - before.outstanding, unexplained]
      },
      { timeout: 30_000 },
    )
    .toEqual([0, 0])
  const after = await loss()
  expect(after.expected - before.expected).toBeGreaterThan(20)
  expect(after.stored - before.stored).toBe(after.expected - before.expected)
  complaints.allow(/net::ERR_/, /network error/, /503/, /CORS/, /no events for 30 s/, /no answer/, /\(T74\)/)
})

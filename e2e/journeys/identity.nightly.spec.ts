import { expect, test } from '../desk/test.ts'

// The layer asks for 5 s before it says that nobody can be identified.

test('when the user cannot be identified, the desk says so, uses the standard price, and can try again', async ({
  desk,
  services,
  complaints,
}) => {
  const refuse = { status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }
  await desk.page.route('**/who-am-i', (route) => route.fulfill(refuse))
  await desk.visit()
  const notice = desk.page.getByRole('alert').filter({ hasText: 'We could not identify you' })
  await expect(notice).toBeVisible()
  await desk.quote('EX-209')
  await expect(desk.price).toHaveAccessibleName('Day-rate pricing')
  await expect(desk.total).toHaveText('$6,200')
  // The browser logs the status, and the layer explains it.
  complaints.expect(/503/, /useHeaperIdentity\(\) error/)

  await desk.page.unroute('**/who-am-i')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await desk.page.route('**/who-am-i', (route) => isAnswered.then(() => route.continue()))
  await notice.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(notice.getByRole('button', { name: 'Trying…' })).toBeFocused()
  answer()
  await expect(desk.user).toHaveText('Grace AdeyemiIronline Rentals')
  await expect(notice).toHaveCount(0)
  await expect(desk.total).toHaveText('$4,557')
  await services.arrived('Fleet viewed')
})

test('while the user is identified again, the button says so and keeps the focus, whose ring is whole', async ({
  desk,
  complaints,
}) => {
  const refuse = { status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }
  let isHeld = false
  let release = () => {}
  await desk.page.route('**/who-am-i', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve))
    await route.fulfill(refuse)
  })
  await desk.visit()
  const notice = desk.page.getByRole('alert').filter({ hasText: 'We could not identify you' })
  const button = notice.getByRole('button')
  await button.focus()
  const cuts = await button.evaluate((one) => {
    const [inner, ring] = [one.getBoundingClientRect(), 4]
    const around: string[] = []
    for (let box = one.parentElement; box !== null && box !== document.body; box = box.parentElement) {
      const { right, bottom } = box.getBoundingClientRect()
      const isCut = inner.right + ring > right || inner.bottom + ring > bottom
      if (isCut && getComputedStyle(box).overflow !== 'visible') around.push(box.className)
    }
    return around
  })
  expect(cuts).toEqual([])
  isHeld = true
  await button.press('Enter')
  await expect(button).toHaveText('Trying…')
  await expect(button).toBeFocused()
  await expect
    .poll(async () => {
      release()
      return button.textContent()
    })
    .toBe('Try again')
  await expect(button).toBeFocused()
  complaints.expect(/503/, /useHeaperIdentity\(\) error/)
})

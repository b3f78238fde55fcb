import { expect, test } from '../desk/test.ts'

declare global {
  interface Window {
    /** The names of all prices that were shown, in their order. */
    shownPricings: string[]
  }
}

test('a visit that ends with the first flags leaves them to the next one, which shows them before the network answers', async ({
  desk,
}) => {
  const { page } = desk
  // As soon as the flag is in force, and so within the second in which changes of flags are gathered.
  await page.addInitScript(leaveWithTheFlag)
  await page.goto('/?leave')
  await page.waitForURL('about:blank')

  const asked: string[] = []
  await page.route(/\/(sdk\/evalx|eval)\//, (route) => void asked.push(route.request().url()))
  await page.addInitScript(rememberPricings)
  await desk.visit()
  await expect(desk.price).toHaveAccessibleName('Weekly pricing')
  expect(asked.length).toBeGreaterThan(0)
  expect(await page.evaluate(() => window.shownPricings.at(-1))).toBe('weekly')
})

function leaveWithTheFlag() {
  if (location.search !== '?leave') return
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-pricing="weekly"]')) return
    observer.disconnect()
    location.href = 'about:blank'
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

function rememberPricings() {
  window.shownPricings = []
  new MutationObserver(() => {
    const pricing = document.querySelector<HTMLElement>('[data-pricing]')?.dataset['pricing']
    if (pricing && window.shownPricings.at(-1) !== pricing) window.shownPricings.push(pricing)
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

import { expect, test } from '../desk/test.ts'

declare global {
  interface Window {
    /** The names of all prices that were shown, in order. */
    shownPricings: string[]
  }
}

test('the flags of a very short visit are stored, and the next visit shows them before the network answers', async ({
  desk,
}) => {
  const { page } = desk
  // As soon as the flag is in force, which is within the second in which flag changes are batched.
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

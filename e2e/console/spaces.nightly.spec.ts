import type { Page } from '@playwright/test'
import { happen } from './happenings.ts'
import { expect, test } from './test.ts'

/** Visible texts whose spaces are not widened by a tenth of their size at least. The typeface of code has wide ones. */
const narrowSpaces = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility())
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && /\S \S/.test(node.nodeValue ?? '')))
      .filter((one) => {
        const { wordSpacing, fontSize, fontFamily } = getComputedStyle(one)
        return !/mono/i.test(fontFamily) && Number.parseFloat(wordSpacing) < Number.parseFloat(fontSize) / 10
      })
      .map((one) => one.textContent),
  )

test('the narrow spaces of the typeface are widened in texts of each size, and in buttons', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a', properties: { total: 1 } })
  for (const part of [
    'live',
    'flags/quote-layout',
    'people',
    'connections',
    'faults',
    'charts',
    'experiments',
    'errors',
  ]) {
    await console.open(part)
    if (part === 'live') await expect(console.page.getByText('Quote sent').first()).toBeVisible()
    expect(await narrowSpaces(console.page), part).toEqual([])
  }
})

import { expect, test } from '../desk/test.ts'

for (const width of [390, 1280])
  test(`at ${width} pixels, the banner about the lost network stays in view and covers no quote`, async ({
    desk,
    context,
    complaints,
  }) => {
    const { page } = desk
    await page.setViewportSize({ width, height: 800 })
    await desk.visit()
    await desk.settle()
    await context.setOffline(true)
    const words = page.getByRole('status').getByText('You are offline.')
    await expect(words).toBeVisible()
    await page
      .getByRole('button', { name: /^Quote / })
      .last()
      .scrollIntoViewIfNeeded()
    await expect(words).toBeInViewport({ ratio: 1 })
    if (width === 1280) {
      const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : NaN)
      const header = bottom(await page.getByRole('banner').boundingBox())
      const quote = await page.getByRole('heading', { name: 'Quote', exact: true }).boundingBox()
      expect(quote?.y).toBeGreaterThan(header)
    }
    complaints.allow(/net::ERR_/, /network error/, /Error on stream connection .* no answer/)
  })

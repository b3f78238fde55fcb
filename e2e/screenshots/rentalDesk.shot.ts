import { expect, test } from '../desk/test.ts'
import { image } from './images.ts'

test('the desk with a quote in the making', async ({ desk }) => {
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await expect(desk.total).toBeVisible()
  await desk.page.getByRole('heading', { name: 'Quote' }).click()
  await desk.page.mouse.move(0, 0)
  await desk.page.evaluate(() => document.fonts.ready)
  await desk.page.screenshot({ path: image('rental-desk'), scale: 'css', animations: 'disabled' })
})

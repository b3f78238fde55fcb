import { expect, test } from '../desk/test.ts'

test('where the browser blocks all storage, the desk works until the page is closed', async ({ desk }) => {
  await desk.page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await desk.visit()
  await desk.quote('EX-209')
  await desk.visit('/settings')
  await expect(desk.page.getByRole('heading', { name: 'Privacy' })).toBeVisible()
})

import { expect, test } from '../desk/test.ts'

test('Settings shows what Telltale knows, and follows a flag that changes', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit('/settings')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const pricing = page.getByRole('list', { name: 'Flags' }).getByRole('listitem').filter({ hasText: 'new-pricing' })
  await expect(pricing).toContainText('true')
  await expect(pricing).toContainText('rule 1')
  await expect(page.getByText('grace.adeyemi@ironline.example')).toBeVisible()

  await services.editFlags((flags) => {
    const flag = flags['new-pricing']
    if (flag) flag.on = false
  })
  await expect(pricing).toContainText('false')
  await expect(pricing).toContainText('flag is off')
})

test('on a narrow screen, Settings breaks neither an address nor the name of a flag with a long value', async ({
  desk,
  services,
}) => {
  const { page } = desk
  await page.setViewportSize({ width: 390, height: 844 })
  await services.editFlags((flags) => {
    const flag = flags['maintenance-banner']
    if (flag) flag.on = true
  })
  await desk.visit('/settings')
  const banner = page
    .getByRole('list', { name: 'Flags' })
    .getByRole('listitem')
    .filter({ hasText: 'maintenance-banner' })
  await expect(banner).toContainText('Quotes are read-only')
  for (const text of [page.getByText('grace.adeyemi@ironline.example'), banner.getByText('maintenance-banner')])
    expect((await text.boundingBox())?.height).toBeLessThan(30)
})

test('a setting is stored and tracked, and all data can be cleared', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit('/settings')
  await page.getByText('Dark', { exact: true }).click()
  await page.getByRole('switch', { name: 'Accepted quotes' }).uncheck({ force: true })
  await expect(page.getByRole('status').getByText('Saved in this browser')).toBeVisible()
  await services.arrived('Preference changed', 2)
  await desk.visit('/settings')
  await expect(page.getByRole('switch', { name: 'Accepted quotes' })).not.toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByText('Preferences', { exact: true })).toBeVisible()

  const clear = page.getByRole('button', { name: 'Clear data in this browser…' })
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await clear.press('Enter')
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await expect(clear).toBeFocused()
  for (const name of ['Cancel', 'Clear data']) {
    await clear.press('Enter')
    await page.getByRole('button', { name }).press('Escape')
    await expect(page.getByRole('button', { name: 'Clear data', exact: true })).toHaveCount(0)
    await expect(clear).toBeFocused()
  }
  await clear.press('Enter')
  await page.keyboard.press('Escape')
  await expect(clear).toBeFocused()
  await clear.press('Enter')
  const other = page.getByRole('switch', { name: 'Accepted quotes' })
  await other.press('Escape')
  await expect(cancel).toHaveCount(0)
  await expect(other).toBeFocused()
  await clear.press('Enter')
  await page.getByRole('button', { name: 'Clear data' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await page.getByRole('button', { name: /^Sign in as Grace Adeyemi/ }).click()
  await desk.open('Settings')
  await expect(page.getByRole('switch', { name: 'Accepted quotes' })).toBeChecked()
})

import { axeViolations } from '../desk/axeViolations.ts'
import { expect, test } from '../desk/test.ts'

const ASKS = '/?consent=ask'

test('a desk that asks stores and sends nothing before the answer, and then what has waited', async ({
  desk,
  services,
}) => {
  const { page } = desk
  const scripts: string[] = []
  page.on('request', (request) => void (/\/vendors\/|\/collect/.test(request.url()) && scripts.push(request.url())))
  await desk.visit(ASKS)
  const dialogue = page.getByRole('region', { name: 'May we record how you use the desk?' })
  await expect(dialogue).toBeVisible()
  await desk.quote('EX-104')
  await expect(page.getByText('waiting for your consent').first()).toBeVisible()
  expect(scripts).toEqual([])
  const kept = await page.evaluate(async () => ({
    keys: Object.keys(localStorage).filter((key) => /^telltale:(?!salt$|identity$|flags$|console$|consent:)/.test(key)),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  expect(kept).toEqual({ keys: [], databases: [] })
  expect(await axeViolations(page)).toEqual([])

  await dialogue.getByRole('button', { name: 'Allow all' }).click()
  await expect(dialogue).toBeHidden()
  const event = await services.arrived('Machine selected')
  expect(event.properties).toMatchObject({ machine: 'EX-104' })
  const decision = await services.arrived('Consent changed')
  expect(decision.properties).toMatchObject({ source: 'dialogue', text: 'November 2026' })
  await expect.poll(() => scripts.some((url) => url.includes('/vendors/heap.js'))).toBe(true)
})

test('an answer is refused with one click, and is changed in Settings', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit(ASKS)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Refuse all' }).click()
  await services.arrived('Consent changed')
  await desk.quote('EX-209')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const usage = page.getByRole('switch', { name: /How the desk is used/ })
  await expect(usage).not.toBeChecked()
  expect(await axeViolations(page)).toEqual([])
  await usage.click()
  await expect(page.getByRole('switch', { name: 'How the desk is used: allowed' })).toBeChecked()
  await expect.poll(async () => (await services.events('Consent changed')).length).toBe(2)
  await page.getByRole('button', { name: 'Withdraw all of it' }).click()
  await expect(page.getByRole('switch', { name: 'How the desk is used: refused' })).not.toBeChecked()
  expect(await services.events('Machine selected')).toEqual([])
})

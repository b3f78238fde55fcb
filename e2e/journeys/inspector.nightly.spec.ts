import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { violationsNow } from '../desk/axeViolations.ts'
import { panelOf, prices, test, TOGGLE } from './inspected.ts'
import { playTests } from './playTests.ts'

test('a recording becomes a Playwright test that passes, and fails when the event is not tracked', async ({
  page,
  context,
  inspected: { open, services },
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: services.url })
  await open('/?view=all')
  await expect(prices(page)).toHaveText('Weekly prices')
  await page.keyboard.press(TOGGLE)
  await page.getByRole('tab', { name: 'Record' }).click()
  await panelOf(page).getByRole('button', { name: 'Record' }).click()
  await prices(page).click()
  await panelOf(page).getByRole('button', { name: 'Copy as Playwright test' }).click()
  await expect(panelOf(page)).toContainText('Copied.')
  const written = await page.evaluate(() => navigator.clipboard.readText())
  const step = "// Do here what tracks 'Prices compared'."
  expect(written).toContain(step)

  await page.goto('about:blank')
  await expect.poll(() => services.arrived.map(({ name }) => name)).toContain('Prices compared')
  const asked = services.asked.length
  const click = "await page.getByRole('button', { name: 'Weekly prices' }).click()"
  const without = written.replace('timeout: 20_000', 'timeout: 3_000')
  const results = await playTests(testInfo.outputPath(), services.url, {
    'played.spec.ts': written.replace(step, click),
    'without.spec.ts': without,
  })
  expect(results).toEqual({ 'played.spec.ts': 'passed', 'without.spec.ts': 'failed' })
  const questions = services.asked.slice(asked).filter(({ path }) => /who-am-i|\/sdk\/|collect/.test(path))
  expect(questions, 'the services themselves are not asked').toEqual([])
})

for (const [name, size] of Object.entries({ wide: [1280, 800], narrow: [390, 700] } as const)) {
  test(`it has no violations that axe finds, and nothing is cut off: ${name}`, async ({
    page,
    inspected: { open },
  }) => {
    await page.setViewportSize({ width: size[0], height: size[1] })
    await open()
    await expect(prices(page)).toHaveText('Weekly prices')
    await prices(page).click()
    // A script element would break the policy.
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    // The landmarks of a page are its own: those of the panel are no second ones of their kind.
    await page.evaluate(() => {
      document.body.prepend(document.createElement('header'), document.createElement('nav'))
      document.body.append(document.createElement('footer'))
    })
    // Axe knows the colours within the body only.
    await page.locator('telltale-inspector').evaluate((host) => document.body.append(host))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.keyboard.press(TOGGLE)
      // It opens on the tab that was shown last.
      await page.getByRole('tab', { name: 'Flags' }).click()
      await page.getByLabel('Override new-pricing').selectOption('false')
      for (const tab of ['Who', 'Flags', 'Events', 'Destinations', 'Problems', 'Record']) {
        await page.getByRole('tab', { name: tab }).click()
        if (tab === 'Events') await page.getByRole('button', { name: /Prices compared/ }).click()
        expect(await violationsNow(page)).toEqual([])
        const box = await panelOf(page).boundingBox()
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= size[0]).toBe(true)
      }
      await page.keyboard.press('Escape')
    }
  })
}

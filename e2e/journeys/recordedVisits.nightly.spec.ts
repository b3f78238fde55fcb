import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { deskPage } from '../desk/deskPage.ts'
import { playVisit } from '../desk/playVisit.ts'
import { expect, test } from '../desk/test.ts'
import { playTests } from './playTests.ts'

const VISITS = 30
const VISITS_MS = 900_000
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** An event, as a recorded test expects it. */
interface Expected {
  readonly name: string
  readonly properties: object
  readonly identity: { readonly id?: string; readonly impersonator?: string }
}

test('recorded visits become tests that pass, with the events that have arrived', async ({
  browser,
  services,
  rentalDesk,
}, testInfo) => {
  test.setTimeout(VISITS_MS)
  const files: Record<string, string> = {}
  for (let seed = 1; seed <= VISITS; seed += 1) {
    const context = await browser.newContext({ baseURL: rentalDesk.url })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: rentalDesk.url })
    const desk = deskPage(await context.newPage())
    await desk.visit('/settings')
    await expect(desk.user).toContainText('Grace Adeyemi')
    await expect(desk.page.getByText('Live', { exact: true })).toBeVisible()
    const startedAt = await record(desk.page)
    await playVisit(desk, seed)
    const written = await recorded(desk.page)
    const expected = expectedBy(written)
    const arrived = async () =>
      (await services.events()).filter(({ name, at }) => at >= startedAt && expected.some((one) => one.name === name))
    await expect.poll(async () => (await arrived()).length, `visit ${seed} has arrived`).toBe(expected.length)
    const events = await arrived()
    expect(events, `visit ${seed}`).toMatchObject(expected.map(({ name, properties }) => ({ name, properties })))
    expect(numbered(events), `the users of visit ${seed}`).toEqual(numbered(expected))
    files[`visit-${seed}.test.ts`] = written
    await context.close()
  }
  const first = files['visit-1.test.ts'] ?? ''
  const shorter = first.replace(/^ {2}telltale\.track\('Test event sent', \{\}\)\n/m, '')
  expect(shorter).not.toBe(first)

  const results = await runTests(testInfo.outputPath(), { ...files, 'without.test.ts': shorter })
  expect(results).toEqual({
    ...Object.fromEntries(Object.keys(files).map((name) => [name, 'passed'])),
    'without.test.ts': 'failed',
  })
})

test('a recorded visit becomes a Playwright test of the demo, whose services are on another origin', async ({
  desk,
  context,
  rentalDesk,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: rentalDesk.url })
  const { page } = desk
  await desk.visit('/settings')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await record(page)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await desk.open('Rentals')
  const written = await recorded(page, 'Playwright')
  const clicks = written
    .replace(
      "// Do here what tracks 'Test event sent'.",
      "await page.getByRole('button', { name: 'Send a test event' }).click()",
    )
    .replace(
      "// Do here what tracks 'Rentals viewed'.",
      "await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rentals' }).click()",
    )
  expect(await playTests(testInfo.outputPath(), rentalDesk.url, { 'played.spec.ts': clicks })).toEqual({
    'played.spec.ts': 'passed',
  })
})

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Telltale: Rental Desk' })

/** Returns when the recording begins. */
async function record(page: Page): Promise<number> {
  await page.keyboard.press('Control+Backquote')
  await panelOf(page).getByRole('tab', { name: 'Record' }).click()
  const startedAt = Date.now()
  await panelOf(page).getByRole('button', { name: 'Record' }).click()
  await page.keyboard.press('Control+Backquote')
  return startedAt
}

async function recorded(page: Page, runner = 'Vitest'): Promise<string> {
  await page.keyboard.press('Control+Backquote')
  await panelOf(page).getByRole('tab', { name: 'Record' }).click()
  await panelOf(page).getByRole('button', { name: 'Stop' }).click()
  await panelOf(page)
    .getByRole('button', { name: `Copy as ${runner} test` })
    .click()
  await expect(panelOf(page)).toContainText('Copied.')
  return page.evaluate(() => navigator.clipboard.readText())
}

function expectedBy(written: string): readonly Expected[] {
  const [, list = ''] = /toMatchObject\((\[.*\])\)\n\}\)\n$/s.exec(written) ?? []
  return new Function(`return ${list}`)()
}

/** Who each event belongs to, with numbers in the place of persons and impersonators. */
function numbered(events: readonly Pick<Expected, 'identity'>[]) {
  const names: unknown[] = []
  const numberOf = (name: string | undefined) => {
    if (!names.includes(name)) names.push(name)
    return name === undefined ? 'nobody' : names.indexOf(name)
  }
  return events.map(({ identity }) => [numberOf(identity.id), identity.impersonator !== undefined])
}

/** Writes Vitest tests into a folder of this repository, runs them at once, and returns the result of each file. */
async function runTests(folder: string, files: Readonly<Record<string, string>>) {
  const report = join(folder, 'report.json')
  const config = { test: { include: ['*.test.ts'], reporters: 'json', outputFile: report } }
  const given = { ...files, 'vitest.config.mjs': `export default ${JSON.stringify(config)}` }
  for (const [name, text] of Object.entries(given)) await writeFile(join(folder, name), text)
  // A test that fails makes the command fail, too.
  await promisify(execFile)(process.execPath, [VITEST, 'run', '--root', folder], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  }).catch(() => {})
  const { testResults }: { readonly testResults: readonly { readonly name: string; readonly status: string }[] } =
    JSON.parse(await readFile(report, 'utf8'))
  return Object.fromEntries(testResults.map(({ name, status }) => [basename(name), status]))
}

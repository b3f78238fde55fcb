import { rm, writeFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from './testing/patience.ts'
import { startServices } from './startServices.ts'
import { buildConsole } from './testing/buildConsole.ts'
import { openBrowser } from './testing/openBrowser.ts'
import { startForTest, type ServicesForTest } from './testing/startForTest.ts'

let consoleFolder: string
let browser: Browser
let services: ServicesForTest
let page: Page
let complaints: string[]

beforeAll(async () => {
  consoleFolder = await buildConsole()
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await rm(consoleFolder, { recursive: true, force: true })
})
beforeEach(async () => {
  services = await startForTest({ consoleFolder })
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => complaints.push(line.text()))
})
afterEach(async () => {
  await page.close()
  await services.close()
})

interface Happening {
  readonly name: string
  readonly who?: string
  readonly impersonator?: string
  readonly properties?: Record<string, unknown>
}

let ids = 0
async function happen({
  name,
  who = 'stonebridge-civil:1042',
  impersonator,
  properties = {},
}: Happening): Promise<void> {
  const identity = { id: who, ...(impersonator !== undefined && { impersonator }) }
  const event = { id: `event-${ids++}`, name, at: Date.now(), url: 'http://127.0.0.1:4800/', properties, identity }
  const answer = await fetch(`${services.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app: { name: 'Rental Desk' }, events: [event] }),
  })
  expect(answer.status).toBe(202)
}

const rows = () => page.getByRole('region', { name: 'Events' }).getByRole('listitem')

describe('the console', () => {
  test('shows who can sign in, and who is looking on in whose name', async () => {
    await page.goto(services.url)
    const people = page.getByRole('region', { name: 'People' })
    await people.getByRole('heading', { name: 'Dana Whitfield' }).waitFor()
    expect(await people.getByRole('article').count()).toBe(6)
    expect(await people.getByText('marcus.webb@ironline.example as Priya Raman').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('shows events as they arrive, the newest first, with their flags', async () => {
    await page.goto(services.url)
    await page.getByText('Nothing has happened yet').waitFor()
    await happen({ name: 'Quote started' })
    await happen({
      name: 'Quote sent',
      who: 'northgate-events:3305',
      impersonator: 'marcus.webb@ironline.example',
      properties: { total: 1200, 'LDFF: new_pricing': true },
    })
    await rows().nth(1).waitFor()
    expect(await rows().nth(0).innerText()).toMatch(/Quote sent\s+marcus\.webb@ironline\.example as Priya Raman/)
    expect(await rows().nth(0).innerText()).toMatch(/new_pricing\s*true/)
    expect(await rows().nth(1).innerText()).toMatch(/Quote started\s+Dana Whitfield/)

    await rows().nth(0).getByRole('button').click()
    expect(await rows().nth(0).innerText()).toMatch(/total\s+1200/)
    expect(complaints).toEqual([])
  })

  test('writes a switch into the file, and shows what the file says', async () => {
    await page.goto(services.url)
    const flag = page.getByRole('switch', { name: /^new-pricing/ })
    await flag.press('Space')
    await page.getByRole('switch', { name: 'new-pricing is off' }).waitFor()
    await page.getByText('v5', { exact: true }).waitFor()
    await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: true }))
    await page.getByRole('switch', { name: 'new-pricing is on' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('says when a file is broken, and why a switch could not be written', async () => {
    await page.goto(services.url)
    await page.getByRole('switch', { name: 'new-pricing is on' }).waitFor()
    await writeFile(services.flagsFile, '{ "flags": ')
    await page.getByText('flags.json is broken; what was read before is in force.').waitFor()
    await page.getByRole('switch', { name: 'new-pricing is on' }).press('Space')
    await page.getByText('The file is broken: put it in order first.').waitFor()
    expect(await page.getByRole('switch', { name: 'new-pricing is on' }).isChecked()).toBe(true)
  })

  test('says that the services are gone, keeps what was known, and goes on when they are back', async () => {
    const data = `${services.folder}/events.db`
    const { flagsFile, usersFile } = services
    const first = await startServices({ port: 0, data, flagsFile, usersFile, consoleFolder })
    await page.goto(first.url)
    await page.getByRole('status').getByText('Live').waitFor()
    await first.close()
    await page.getByText('The services do not answer.').waitFor()
    expect(await page.getByRole('switch', { name: /^new-pricing/ }).isDisabled()).toBe(true)
    expect(await page.getByRole('heading', { name: 'Dana Whitfield' }).count()).toBe(1)

    const second = await startServices({ port: first.port, data, flagsFile, usersFile, consoleFolder })
    await page.getByRole('status').getByText('Live').waitFor()
    expect(await page.getByRole('switch', { name: /^new-pricing/ }).isEnabled()).toBe(true)
    await second.close()
  })

  test('breaks a route on purpose, says so for all to see, and puts it in order', async () => {
    await page.goto(services.url)
    await page.getByRole('button', { name: 'Faults' }).click()
    await page.getByLabel('collector').selectOption('answers 503')
    await page.getByLabel('who-am-i').selectOption('3 s late')
    await page.getByText('collector answers 503 · who-am-i 3 s late').waitFor()
    const collect = () => fetch(`${services.url}/collect`, { method: 'POST' })
    expect((await collect()).status).toBe(503)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Put all in order' }).click()
    await page.getByText('Broken on purpose').waitFor({ state: 'detached' })
    expect((await collect()).status).toBe(415)
    expect(complaints).toEqual([])
  })

  test('shows what somebody gets, and goes on doing so when a flag changes', async () => {
    await page.goto(services.url)
    await page.getByRole('button', { name: 'Show what Aiko Tanaka gets' }).click()
    await page.getByText('What Aiko Tanaka gets').waitFor()
    const flag = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'quote-layout' }) })
    await flag.getByText(/^gets/).waitFor()
    expect(await flag.getByText(/^gets/).locator('..').innerText()).toMatch(/gets\s+guided/)
    expect(await flag.locator('[data-decides=true]').innerText()).toContain('if user is harbor-and-pine:2210')
    await flag.getByRole('switch').press('Space')
    await eventually(() => flag.locator('[data-decides=true]').innerText()).toContain('for everybody')
    expect(await flag.getByText(/^gets/).locator('..').innerText()).toMatch(/gets\s+classic/)
    await page.getByRole('button', { name: 'Show no more what Aiko Tanaka gets' }).click()
    await flag.getByText(/^gets/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('hands out all events as a file', async () => {
    await page.goto(services.url)
    await happen({ name: 'Quote sent' })
    await page.getByRole('button', { name: 'Export all stored events' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'NDJSON' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('events.ndjson')
    expect(complaints).toEqual([])
  })

  test.each(['light', 'dark'] as const)('can be used by everybody: %s', async (colorScheme) => {
    // The page's policy would not let the judge in.
    const context = await browser.newContext({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
    const judged = await context.newPage()
    await judged.goto(services.url)
    await happen({ name: 'Quote sent', impersonator: 'marcus.webb@ironline.example', properties: { 'LDFF: a': false } })
    await judged.getByRole('region', { name: 'Events' }).getByRole('listitem').getByRole('button').click()
    await judged.getByRole('button', { name: 'Show what Aiko Tanaka gets' }).click()
    await judged.getByRole('button', { name: 'Faults' }).click()
    await judged.getByLabel('collector').selectOption('answers 503')
    await judged.getByText('collector answers 503').waitFor()
    await judged.evaluate(axe.source)
    const { violations } = await judged.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([])
    await context.close()
  })

  test('is operated with the keyboard: filter, pause, open', async () => {
    await page.goto(services.url)
    await happen({ name: 'Quote started' })
    await happen({ name: 'Fleet filtered', properties: { 'LDFF: fleet_map': false } })
    await rows().nth(1).waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('fleet_map=false')
    await eventually(() => rows().count()).toBe(1)
    await page.keyboard.press('Escape')
    await eventually(() => rows().count()).toBe(2)

    await page.locator('body').click({ position: { x: 5, y: 300 } })
    await page.keyboard.press('p')
    await happen({ name: 'Machine opened' })
    await page.getByRole('button', { name: '1 more since you paused. Show them' }).waitFor()
    expect(await rows().count()).toBe(2)
    await page.keyboard.press('p')
    await eventually(() => rows().count()).toBe(3)
  })

  test('shows one part at a time where there is little room', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(services.url)
    await page.getByRole('region', { name: 'Events' }).waitFor()
    expect(await page.getByRole('region', { name: 'Flags' }).count()).toBe(0)
    await page.getByText('Flags', { exact: true }).click()
    await page.getByRole('switch', { name: 'new-pricing is on' }).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
  })
})

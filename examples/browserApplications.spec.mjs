import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { setUp } from './setUp.mjs'
import { startServer } from './startServer.mjs'

/** @type {Awaited<ReturnType<typeof setUp>>} */
let stage
/** @type {{ stop(): Promise<void> }[]} */
const servers = []

beforeAll(async () => void (stage = await setUp()))
afterAll(async () => {
  for (const server of servers) await server.stop()
  await stage.close()
})

const requireExample = createRequire(join(root, '.cache/examples/package.json'))
/** @param {string} name @param {string} file */
const program = (name, file) => join(dirname(requireExample.resolve(`${name}/package.json`)), file)
const vite = program('vite', 'bin/vite.js')

/** Builds a copy of an example as its scripts do, serves it, and opens it. @param {string} example @param {string} path */
async function open(example, path = '/') {
  stage.switchWelcome(true)
  const began = Date.now()
  const cwd = stage.copy(example)
  const env = { VITE_TELLTALE_SERVICES: stage.services.url, NODE_ENV: 'production' }
  await execa(process.execPath, [program('typescript', 'bin/tsc')], { cwd })
  await execa(process.execPath, [vite, 'build'], { cwd, env })
  const server = await startServer([vite, 'preview', '--port', '0'], { cwd, env })
  servers.push(server)
  const { page, problems } = await stage.openPage()
  await page.goto(`${server.url}${path}`)
  const names = async () => (await stage.eventsSince(began)).map(({ name }) => name)
  return { cwd, page, problems, names }
}

describe('the example vite-react', () => {
  test('shows the user and the flag, follows a switch, and delivers its event', async () => {
    const { page, problems, names } = await open('vite-react')
    await page.click('text=Send the new quote')
    await expect.poll(names).toContain('Quote sent')
    expect(await page.textContent('main')).toMatch(/First Company|Ada First/)
    stage.switchWelcome(false)
    await expect.poll(() => page.textContent('button')).toBe('Send the quote')
    expect(problems).toEqual([])
  })
})

describe('the tools of the example vite-react', () => {
  test('its own tests pass', async () => {
    const cwd = stage.copy('vite-react')
    const vitest = [program('vitest', 'vitest.mjs'), 'run']
    expect((await execa(process.execPath, vitest, { cwd })).stdout).toMatch(/2 passed/)
  })

  test('its Storybook shows the component under its flags', async () => {
    const cwd = stage.copy('vite-react')
    const storybook = program('storybook', 'dist/bin/dispatcher.js')
    await execa(process.execPath, [storybook, 'build', '--disable-telemetry', '--quiet'], { cwd })
    const outDir = ['--outDir', 'storybook-static', '--port', '0']
    const server = await startServer([vite, 'preview', ...outDir], { cwd, env: { NODE_ENV: 'production' } })
    servers.push(server)
    const { page } = await stage.openPage()
    const story = (/** @type {string} */ id) =>
      page.goto(`${server.url}/iframe.html?id=quoteform--${id}&viewMode=story`)
    await story('classic')
    await expect.poll(() => page.textContent('#storybook-root button')).toBe('Send the quote')
    await story('compact')
    await expect.poll(() => page.textContent('#storybook-root button')).toBe('Send the new quote')
    await story('not-signed-in')
    await expect.poll(() => page.textContent('#storybook-root')).toBe('Please sign in.')
  })
})

describe('the example multi-page', () => {
  test('has one load event for the session, and keeps the event of a click that leaves the page', async () => {
    const { page, problems, names } = await open('multi-page')
    for (const title of ['Settings', 'Quotes', 'Settings']) {
      await expect.poll(() => page.textContent('#user')).toBe('Ada First')
      await page.click('a')
      await page.waitForFunction((expected) => document.title === expected, title)
    }
    await expect.poll(async () => (await names()).filter((name) => name === 'Page viewed')).toHaveLength(4)
    const all = await names()
    expect(all.filter((name) => name === 'Link followed')).toHaveLength(3)
    expect(all.filter((name) => name.startsWith('Load - App'))).toEqual(['Load - App - Quotes - Browser'])
    expect(problems).toEqual([])
  })
})

describe('the example own-vendor', () => {
  test('hands events over once the script has loaded, and resets it at the logout', async () => {
    const { page, problems } = await open('own-vendor')
    await page.click('text=Send the quote')
    const calls = () => page.locator('li').allTextContents()
    await expect
      .poll(calls)
      .toEqual([
        'setUser ada',
        expect.stringMatching(/^event Load - App - Quotes - Browser/),
        expect.stringMatching(/^event Quote sent .*"total":1200/),
      ])
    await page.click('text=Sign out')
    await expect.poll(async () => (await calls()).at(-1)).toBe('clear')
    expect(problems).toEqual([])
  })
})

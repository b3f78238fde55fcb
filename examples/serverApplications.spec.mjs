import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { setUp } from './setUp.mjs'
import { startServer } from './startServer.mjs'

const requireExample = createRequire(join(root, '.cache/examples/package.json'))
/** The program of a package. @param {string} name @param {string} file */
const program = (name, file) => join(dirname(requireExample.resolve(`${name}/package.json`)), file)

const next = program('next', 'dist/bin/next')

/** @type {{ name: string, example: string, build?: string[], start: string[] }[]} */
const WAYS = [
  { name: 'Next.js, built', example: 'next', build: [next, 'build'], start: [next, 'start'] },
  { name: 'Next.js in development, which is in StrictMode,', example: 'next', start: [next, 'dev'] },
  {
    name: 'React Router, built',
    example: 'react-router',
    build: [program('@react-router/dev', 'bin.js'), 'build'],
    start: [program('@react-router/serve', 'bin.js'), './build/server/index.js'],
  },
]

/** @type {Awaited<ReturnType<typeof setUp>>} */
let stage
beforeAll(async () => void (stage = await setUp()))
afterAll(() => stage?.close())

describe.each(WAYS)('the example of $name', ({ example, build, start }) => {
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let server
  beforeAll(async () => {
    stage.switchWelcome(true)
    const { url } = stage.services
    const env = { NEXT_PUBLIC_TELLTALE_SERVICES: url, VITE_TELLTALE_SERVICES: url, NEXT_TELEMETRY_DISABLED: '1' }
    // A test runner sets another one, and the frameworks choose their own.
    const where = {
      cwd: stage.copy(example),
      env: { ...env, NODE_ENV: start.includes('dev') ? 'development' : 'production' },
    }
    // Next checks its types as it builds.
    if (example === 'react-router') await execa(process.execPath, [program('typescript', 'bin/tsc')], where)
    if (build) await execa(process.execPath, build, where)
    server = await startServer(start, where)
  })
  afterAll(() => server?.stop())

  test('has the flags of the user in the HTML, hydrates without a complaint, and makes one layer', async () => {
    const began = Date.now()
    const html = await (await fetch(server.url)).text()
    expect(html).toContain('Welcome aboard')

    const { page, problems } = await stage.openPage()
    const names = async () => (await stage.eventsSince(began)).map(({ name }) => name)
    await page.goto(server.url)
    await expect.poll(() => page.textContent('p')).toBe('Ada First')
    expect(await page.textContent('h1')).toBe('Welcome aboard')
    await page.click('button')
    await expect.poll(names).toContain('Tour started')

    stage.switchWelcome(false)
    await expect.poll(() => page.textContent('h1')).toBe('Welcome')
    await expect.poll(async () => (await fetch(server.url)).text()).not.toContain('Welcome aboard')
    const views = example === 'react-router' ? ['Page viewed'] : []
    const expected = ['Load - App - Welcome - Browser', ...views, 'Tour started', 'Welcome shown']
    expect((await names()).sort()).toEqual(expected)
    expect(problems).toEqual([])
    await page.close()
  })

  test.runIf(example === 'react-router')('sends page views with patterns', async () => {
    const began = Date.now()
    const { page, problems } = await stage.openPage()
    await page.goto(server.url)
    await page.click('text=Tour 17')
    await expect.poll(() => page.textContent('h1')).toBe('Tour 17')
    await page.waitForTimeout(500)
    await page.goBack()
    await expect.poll(() => page.textContent('h1')).toMatch(/^Welcome/)
    const patterns = async () =>
      (await stage.eventsSince(began))
        .filter(({ name }) => name === 'Page viewed')
        .sort((one, other) => one.at - other.at)
        .map(({ properties }) => properties['pattern'])
    await expect.poll(patterns).toEqual(['/', '/tours/:tour', '/'])
    expect(problems).toEqual([])
    await page.close()
  })

  test.runIf(example === 'next')('renders each request for its own user', async () => {
    stage.switchWelcome(true)
    const htmlFor = async (/** @type {string} */ session) =>
      (await fetch(server.url, { headers: { cookie: `session=${session}` } })).text()
    await expect.poll(() => htmlFor('first')).toContain('Welcome aboard')
    expect(await htmlFor('second')).not.toContain('Welcome aboard')
    expect(await htmlFor('second')).not.toContain('11111111-1111')
  })
})

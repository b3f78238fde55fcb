import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { nextApp, reactRouterApp, viteReactJs, viteTs } from '../packages/local/src/testing/freshApplications.ts'
import { setUp } from './setUp.mjs'
import { startServer } from './startServer.mjs'

const requireExample = createRequire(join(root, '.cache/examples/package.json'))
/** The program of a package. @param {string} name @param {string} file */
const program = (name, file) => join(dirname(requireExample.resolve(`${name}/package.json`)), file)

const vite = program('vite', 'bin/vite.js')
const vitest = [program('vitest', 'vitest.mjs'), 'run', '--root', '.', '--reporter', 'json']

/**
 * `paste` puts what `telltale init` has printed for the first flag and the first event into the application.
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {Readonly<Record<string, string>>} application
 * @property {string} tool
 * @property {string} page the file that uses it
 * @property {(text: string) => string} paste
 */

/** @type {readonly Way[]} */
const WAYS = [
  {
    name: 'Vite with TypeScript and without React',
    application: viteTs,
    tool: vite,
    page: 'src/main.ts',
    paste: (text) =>
      `import { welcomeButton } from './welcomeButton'\n${text}\ndocument.body.append(welcomeButton())\n`,
  },
  {
    name: 'Vite with React and JavaScript',
    application: viteReactJs,
    tool: vite,
    page: 'src/App.jsx',
    paste: (text) =>
      `import { WelcomeButton } from './WelcomeButton.jsx'\n${text.replace('<h1>{title}</h1>', '<WelcomeButton />')}`,
  },
  {
    name: 'the App Router of Next.js',
    application: nextApp,
    tool: program('next', 'dist/bin/next'),
    page: 'app/page.tsx',
    paste: (text) =>
      `import { WelcomeButton } from './WelcomeButton'\n${text.replace('<h1>Desk</h1>', '<WelcomeButton />')}`,
  },
  {
    name: 'React Router in framework mode',
    application: reactRouterApp,
    tool: program('@react-router/dev', 'bin.js'),
    page: 'app/routes/home.tsx',
    paste: (text) =>
      `import { WelcomeButton } from '../WelcomeButton'\n${text.replace('<h1>Routes</h1>', '<WelcomeButton />')}`,
  },
]

/** @type {Awaited<ReturnType<typeof setUp>>} */
let stage
beforeAll(async () => void (stage = await setUp(['packages/local'])))
afterAll(() => stage?.close())

/** What `telltale init` makes of an application, with the lines that it prints. @param {Way} way @returns {Promise<string>} its folder */
async function applicationOf({ name, application, page, paste }) {
  const home = join(stage.folder, name.replaceAll(/\W+/g, '-'))
  for (const [path, text] of Object.entries(application)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const cli = join(stage.folder, 'node_modules/@telltale/local/dist/cli.js')
  const { stdout } = await execa(process.execPath, [cli, 'init', '--yes'], { cwd: home })
  const [, path = '', module = ''] =
    /Use a flag and record an event, in (\S+):\n\n(.*?)\n(?=\d+\. )/s.exec(stdout) ?? []
  writeFileSync(join(home, path), `${module}\n`)
  writeFileSync(join(home, page), paste(readFileSync(join(home, page), 'utf8')))
  return home
}

/** Variables of the process come before those of `.env.development`, in Vite and in Next. */
function environment() {
  const { url } = stage.services
  const values = { SERVICES: url, COLLECTOR: `${url}/collect` }
  const variables = Object.entries(values).flatMap(([name, value]) =>
    ['VITE_TELLTALE_', 'NEXT_PUBLIC_TELLTALE_'].map((prefix) => [prefix + name, value]),
  )
  return { ...Object.fromEntries(variables), NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', NODE_ENV: 'development' }
}

describe.each(WAYS)('after telltale init in an application of $name', (way) => {
  /** @type {string} */
  let home
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let server

  beforeAll(async () => {
    stage.switchWelcome(true)
    home = await applicationOf(way)
    server = await startServer([way.tool, 'dev'], { cwd: home, env: environment() })
    // While the first page loads, Vite prepares the packages that it has not seen before, and loads the page again.
    const { page } = await stage.openPage()
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Welcome aboard' }).waitFor()
    await page.close()
  })
  afterAll(() => server?.stop())

  test('the first flag and the first event work with the local services', async () => {
    const began = Date.now()
    const { page, problems } = await stage.openPage()
    await page.goto(server.url)
    await expect.poll(() => page.textContent('button')).toBe('Welcome aboard')
    await page.click('button')
    await expect
      .poll(() => stage.eventsSince(began))
      .toContainEqual(
        expect.objectContaining({
          name: 'Welcome clicked',
          properties: expect.objectContaining({ place: 'start', 'LDFF: new_welcome': true }),
        }),
      )
    stage.switchWelcome(false)
    await expect.poll(() => page.textContent('button')).toBe('Welcome')
    // A second layer in the page would be one of the problems.
    expect(problems).toEqual([])
    await page.close()
  })

  test('the link of the console signs in another user, also after the page is loaded again', async () => {
    stage.switchWelcome(true)
    const began = Date.now()
    const { page } = await stage.openPage()
    await page.goto(`${server.url}/?as=second:2`)
    await page.waitForFunction(() => sessionStorage.getItem('signed-in-as'))
    const again = Date.now()
    await page.goto(server.url)
    // A button of the server's HTML does nothing until the page has hydrated and made its layer.
    const loaded = async () => (await stage.eventsSince(again)).map(({ name }) => name)
    await expect.poll(loaded).toContainEqual(expect.stringMatching(/^Load - App/))
    await page.click('button')
    const clicked = async () => (await stage.eventsSince(began)).find(({ name }) => name === 'Welcome clicked')
    await expect.poll(clicked).toMatchObject({ identity: { id: 'second:2' } })
    expect(await page.textContent('button')).toBe('Welcome')
    await page.close()
  })

  test('it builds for production', async () => {
    const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
    await server.stop()
    expect((await execa(process.execPath, [way.tool, 'build'], { cwd: home, env })).exitCode).toBe(0)
  })
})

test('the test that telltale init writes passes', async () => {
  const [way] = WAYS
  expect.assert(way)
  const { stdout } = await execa(process.execPath, vitest, { cwd: await applicationOf({ ...way, name: 'Tested' }) })
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 })
})

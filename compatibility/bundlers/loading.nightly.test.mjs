import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { startServices } from '@telltale/local'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { installPackage } from '../packPackage.mjs'
import { startBrowser } from '../startBrowser.mjs'
import { starterFiles } from '../../packages/local/src/project/starterFiles.ts'
import { bundle, esbuildWarnings } from './bundle.mjs'
import { serveFolder } from './serveFolder.mjs'

// The tests beside this folder cover Node and Jest; those of the examples cover Next and React Router.

const PATIENCE_MS = 300_000
const folder = join(root, '.cache/tools/loading', String(process.pid))
const samples = join(root, 'packages/local/samples')
const [dana] = JSON.parse(readFileSync(join(samples, 'users.json'), 'utf8'))
const dist = '/node_modules/telltale/dist'

/** What a page's bare specifiers mean: one file for all, or one for each entry. */
const files = (/** @type {Record<string, string>} */ imports) =>
  `<script type="importmap">${JSON.stringify({ imports })}</script>`
const oneFile = (/** @type {string} */ file) =>
  files({ telltale: file, 'telltale/collector': file, 'telltale/flags': file })
const folderOfModules = files({
  telltale: `${dist}/index.js`,
  'telltale/collector': `${dist}/collector.js`,
  'telltale/flags': `${dist}/flags.js`,
})

const htmlOf = (/** @type {string} */ script, head = '') =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${head}<body><script type="module" src="${script}"></script>`

/** @type {[way: string, path: string, page: string][]} */
const withLayer = [
  ...Object.keys(bundle).map(
    (name) =>
      /** @type {[string, string, string]} */ ([`bundled by ${name}`, `/${name}`, htmlOf(`/out/${name}/page.js`)]),
  ),
  ['as a folder of modules, without a bundler', '/folder', htmlOf('/pages/plainPage.js', folderOfModules)],
  ['as the one file cdn/telltale.js', '/all', htmlOf('/pages/plainPage.js', oneFile(`${dist}/cdn/telltale.js`))],
  ['as the one file cdn/layer.js', '/layer', htmlOf('/pages/plainPage.js', oneFile(`${dist}/cdn/layer.js`))],
]
const guide = readFileSync(join(root, 'docs/src/content/docs/guides/loading.md'), 'utf8')
/** The pages that the documentation shows, for the services and the files of `npx telltale dev`. */
const [documented = '', documentedReact = ''] = [...guide.matchAll(/```html\n(.*?)```/gs)].map(([, html]) => html)
/** The modules that the documentation takes from a CDN, which is not reachable here, and what they are here. */
const REACT = [
  { documentedAt: 'https://esm.sh/react@19', file: 'react' },
  { documentedAt: 'https://esm.sh/react-dom@19/client', file: 'react-dom' },
]
const flagsAlone = htmlOf('/pages/flagsPage.js', files({ 'telltale/flags': `${dist}/cdn/flags.js` }))

/** @type {Awaited<ReturnType<typeof startServices>>} */
let services
/** With the files that `npx telltale dev` makes. @type {Awaited<ReturnType<typeof startServices>>} */
let ownServices
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server
/** @type {Awaited<ReturnType<typeof startBrowser>>} */
let browser

beforeAll(async () => {
  await installPackage('packages/telltale', folder)
  cpSync(join(root, 'compatibility/bundlers/pages'), join(folder, 'pages'), { recursive: true })
  const paths = { flagsFile: join(samples, 'flags.json'), usersFile: join(samples, 'users.json') }
  const pages = withLayer.map(([, path, page]) => [path, page])
  services = await startServices({ port: 0, data: ':memory:', ...paths })
  // The files are made beside the nearest package.json.
  writeFileSync(join(folder, 'package.json'), '{}')
  const made = await starterFiles(folder)
  const [flagsFile, usersFile] = [join(folder, made.flagsFile), join(folder, made.usersFile)]
  ownServices = await startServices({ port: 0, data: ':memory:', flagsFile, usersFile })
  for (const file of ['layer.js', 'react.js']) cpSync(join(folder, dist, 'cdn', file), join(folder, file))
  await bundleReact()
  const here = (/** @type {string} */ html) =>
    REACT.reduce(
      (text, { documentedAt, file }) => text.replace(`"${documentedAt}"`, `"/react-modules/${file}.js"`),
      html.replace('http://127.0.0.1:4801', ownServices.url),
    )
  pages.push(['/flags', flagsAlone], ['/documented', here(documented)], ['/documented-react', here(documentedReact)])
  ;[server, browser] = await Promise.all([serveFolder(folder, Object.fromEntries(pages)), startBrowser()])
}, PATIENCE_MS)

afterAll(async () => {
  await browser.close()
  await server.close()
  await services.close()
  await ownServices.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes ES modules of React by the script that the documentation shows. */
async function bundleReact() {
  const [, script = ''] = /```js\n(\/\/ reactModules.mjs\n.*?)```/s.exec(guide) ?? []
  writeFileSync(join(folder, 'reactModules.mjs'), script)
  await execa(process.execPath, ['reactModules.mjs'], { cwd: folder })
}

/** @param {string} path */
async function open(path) {
  const opened = await browser.openPage()
  await opened.page.goto(`${server.url}${path}?services=${encodeURIComponent(services.url)}&token=${dana.token}`)
  return opened
}

/** The names of the events that came from a page. @param {string} path @param {{ url: string }} at */
async function eventsOf(path, at = services) {
  const answer = await fetch(`${at.url}/console/events.ndjson`)
  const lines = (await answer.text()).split('\n').filter(Boolean)
  const events = lines.map((line) => /** @type {{ name: string, url: string }} */ (JSON.parse(line)))
  return events.filter(({ url }) => new URL(url).pathname === path).map(({ name }) => name)
}

test('the installed package has its changelog, its licence and a README', () => {
  const installed = join(folder, 'node_modules/telltale')
  for (const file of ['dist/CHANGELOG.md', 'LICENSE', 'README.md'])
    expect(readFileSync(join(installed, file), 'utf8')).not.toBe('')
})

describe('the installed package works in Chromium', () => {
  test.each(withLayer)(
    '%s',
    async (_way, path) => {
      const name = path.slice(1)
      const entry = join(folder, 'pages/reactPage.js')
      await bundle[name]?.({ entry, folder, outDir: join(folder, 'out', name) })
      const { page, problems } = await open(path)
      await expect.poll(() => page.textContent('body')).toContain(`${dana.identity.user_name}: true`)
      await expect.poll(() => eventsOf(path)).toContain('Page shown')
      expect(problems).toEqual([])
      await page.close()
    },
    PATIENCE_MS,
  )

  test('as the one file cdn/flags.js, which has the flags without the layer', async () => {
    const { page, problems } = await open('/flags')
    await expect.poll(() => page.textContent('body')).toContain('new-pricing: true')
    expect(problems).toEqual([])
    await page.close()
  })

  test('in the page without a bundler that docs/src/content/docs/guides/loading.md shows', async () => {
    const { page } = await open('/documented')
    await expect.poll(() => page.textContent('#welcome')).toBe('A new welcome')
    expect(await page.textContent('#user')).toBe('Ada First')
    await expect.poll(() => eventsOf('/documented', ownServices)).toContain('Page shown')
    await page.close()
  })

  test('in the page with React and without a bundler that docs/src/content/docs/guides/loading.md shows', async () => {
    const { page, problems } = await open('/documented-react')
    await expect.poll(() => page.textContent('#root')).toBe('A new welcome, Ada First')
    await expect.poll(() => eventsOf('/documented-react', ownServices)).toContain('Page shown')
    expect(problems.filter((line) => !line.includes('404'))).toEqual([])
    await page.close()
  })
})

const built = join(root, 'packages/telltale/dist')

test.each(readdirSync(built).filter((name) => name.endsWith('.js')))('esbuild warns of nothing in %s', async (name) => {
  expect(await esbuildWarnings(join(built, name))).toEqual([])
})

test.each(['index', 'flags', 'collector', 'inspector', 'react'])(
  'the entry %s for production has what the other one has, and messages without words',
  async (name) => {
    const [production, other] = await Promise.all([
      import(join(built, 'production', `${name}.js`)),
      import(join(built, `${name}.js`)),
    ])
    expect(Object.keys(production)).toEqual(Object.keys(other))
  },
)

test('an error at the start has its code and its setting in the entry for production, and its words in the other', async () => {
  const messageOf = async (/** @type {string} */ entry) => {
    const { createTelltale } = await import(join(built, entry))
    return Promise.resolve()
      .then(() => createTelltale({}))
      .catch((/** @type {Error} */ { message }) => message)
  }
  expect(await messageOf('index.js')).toBe('Telltale cannot start. Set app.name to the name of the application. (T22)')
  expect(await messageOf('production/index.js')).toMatch(/^Telltale cannot start\. app\.name .*\(T22\)$/)
})

test(
  'the tests of an application that uses the installed test kit pass in Vitest with jsdom, without settings for Telltale',
  async () => {
    cpSync(join(root, 'compatibility/jest-30/quote.test.jsx'), join(folder, 'quote.test.jsx'))
    const config = "export default { test: { globals: true, environment: 'jsdom', include: ['*.test.jsx'] } }\n"
    writeFileSync(join(folder, 'vitest.config.mjs'), config)
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter', 'json']
    const report = join(folder, 'vitest.json')
    await execa(process.execPath, [...vitest, '--outputFile', report], { cwd: folder })
    const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'))
    expect({ numFailedTests, numPassedTests }).toEqual({ numFailedTests: 0, numPassedTests: 3 })
  },
  PATIENCE_MS,
)

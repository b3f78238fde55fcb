import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { startServices } from '@telltale/local'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { findHeadless } from '../scripts/findChromium.mjs'
import { installPackage } from '../scripts/shape/packPackage.mjs'
import { starterFiles } from '../packages/local/src/cli/starterFiles.ts'
import { bundle } from './bundle.mjs'
import { serveFolder } from './serveFolder.mjs'

// What `import` and `require` take in Node, and Jest, are tested in scripts/shape; Next and React Router in examples.

const PATIENCE_MS = 300_000
const folder = join(root, '.cache/loading', String(process.pid))
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

const page = (/** @type {string} */ script, head = '') =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${head}<body><script type="module" src="${script}"></script>`

/** @type {[way: string, path: string, html: string][]} */
const withLayer = [
  ...Object.keys(bundle).map(
    (name) =>
      /** @type {[string, string, string]} */ ([`bundled by ${name}`, `/${name}`, page(`/out/${name}/page.js`)]),
  ),
  ['as a folder of modules, without a bundler', '/folder', page('/pages/plainPage.js', folderOfModules)],
  ['as the one file cdn/telltale.js', '/all', page('/pages/plainPage.js', oneFile(`${dist}/cdn/telltale.js`))],
  ['as the one file cdn/layer.js', '/layer', page('/pages/plainPage.js', oneFile(`${dist}/cdn/layer.js`))],
]
const guide = readFileSync(join(root, 'docs/src/content/docs/guides/loading.md'), 'utf8')
/** The pages that the documentation shows, for the services and the files of `npx telltale dev`. */
const [documented = '', documentedReact = ''] = [...guide.matchAll(/```html\n(.*?)```/gs)].map(([, html]) => html)
/** The modules that the documentation takes from a CDN, which is not reachable here, and what they are here. */
const REACT = [
  { documentedAt: 'https://esm.sh/react@19', file: 'react' },
  { documentedAt: 'https://esm.sh/react-dom@19/client', file: 'react-dom' },
]
const flagsAlone = page('/pages/flagsPage.js', files({ 'telltale/flags': `${dist}/cdn/flags.js` }))

/** @type {Awaited<ReturnType<typeof startServices>>} */
let services
/** With the files that `npx telltale dev` makes. @type {Awaited<ReturnType<typeof startServices>>} */
let ownServices
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server
/** @type {import('playwright').Browser} */
let browser

beforeAll(async () => {
  await installPackage('packages/telltale', folder)
  cpSync(join(root, 'loading/pages'), join(folder, 'pages'), { recursive: true })
  const found = await findHeadless()
  // Chromium refuses its sandbox to root, as in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const paths = { flagsFile: join(samples, 'flags.json'), usersFile: join(samples, 'users.json') }
  const pages = withLayer.map(([, path, html]) => [path, html])
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
  ;[server, browser] = await Promise.all([
    serveFolder(folder, Object.fromEntries(pages)),
    chromium.launch({ args, ...(found.type === 'found' && { executablePath: found.path }) }),
  ])
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

/** Opens a page, and keeps what it complains of. @param {string} path */
async function open(path) {
  const opened = await browser.newPage()
  /** @type {string[]} */
  const complaints = []
  opened.on('pageerror', (error) => complaints.push(error.message))
  opened.on('console', (line) => void (['error', 'warning'].includes(line.type()) && complaints.push(line.text())))
  await opened.goto(`${server.url}${path}?services=${encodeURIComponent(services.url)}&token=${dana.token}`)
  return { opened, complaints }
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
      const { opened, complaints } = await open(path)
      await expect.poll(() => opened.textContent('body')).toContain(`${dana.identity.user_name}: true`)
      await expect.poll(() => eventsOf(path)).toContain('Page shown')
      expect(complaints).toEqual([])
      await opened.close()
    },
    PATIENCE_MS,
  )

  test('as the one file cdn/flags.js, which has the flags without the layer', async () => {
    const { opened, complaints } = await open('/flags')
    await expect.poll(() => opened.textContent('body')).toContain('new-pricing: true')
    expect(complaints).toEqual([])
    await opened.close()
  })

  test('in the page without a bundler that docs/src/content/docs/guides/loading.md shows', async () => {
    const { opened } = await open('/documented')
    await expect.poll(() => opened.textContent('#welcome')).toBe('A new welcome')
    expect(await opened.textContent('#user')).toBe('Ada First')
    await expect.poll(() => eventsOf('/documented', ownServices)).toContain('Page shown')
    await opened.close()
  })

  test('in the page with React and without a bundler that docs/src/content/docs/guides/loading.md shows', async () => {
    const { opened, complaints } = await open('/documented-react')
    await expect.poll(() => opened.textContent('#root')).toBe('A new welcome, Ada First')
    await expect.poll(() => eventsOf('/documented-react', ownServices)).toContain('Page shown')
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
    await opened.close()
  })
})

test(
  'the tests of an application that uses the installed test kit pass in Vitest with jsdom, without settings for Telltale',
  async () => {
    cpSync(join(root, 'jest-30/quote.test.jsx'), join(folder, 'quote.test.jsx'))
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

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { installPackage } from '../../compatibility/packPackage.mjs'
import { startBrowser } from '../../compatibility/startBrowser.mjs'
import { root } from '../../scripts/ensureInstalled.mjs'
import { testedGuides } from './runGuides.mjs'

const PATIENCE_MS = 300_000
const SITE = 'http://quotes.test'

/** The application around the component of the guide. */
const APPLICATION = {
  'src/telltale.ts': `import { createTelltale } from 'telltale'
export const telltale = createTelltale({ app: 'Quotes' })
telltale.identify({ unique_identity: 'u-1', user_name: 'Ida' })
`,
  'src/main.ts': `import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { telltale } from './telltale'
import { Welcome } from './welcome'
void bootstrapApplication(Welcome, { providers: [provideZonelessChangeDetection()] })
Object.assign(window, { telltale })
`,
  'src/index.html': '<!doctype html><title>Quotes</title><app-welcome></app-welcome>',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, target: 'ES2022', module: 'preserve', moduleResolution: 'bundler' },
      ...{ experimentalDecorators: true, importHelpers: true },
      // Not those of the folders above.
      types: [],
    },
    angularCompilerOptions: { strictTemplates: true },
    files: ['src/main.ts'],
  }),
  'angular.json': JSON.stringify({
    version: 1,
    projects: {
      quotes: {
        ...{ projectType: 'application', root: '' },
        architect: {
          build: {
            builder: '@angular/build:application',
            options: { browser: 'src/main.ts', index: 'src/index.html', tsConfig: 'tsconfig.json' },
          },
        },
      },
    },
  }),
}

function writeApplication() {
  const folder = join(root, '.cache/angular', String(process.pid))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const shown = testedGuides.find(({ name }) => name === 'angular')?.blocks ?? []
  const component = ['src/signalOf.ts', 'src/welcome.ts'].map((name) => shown.find(({ file }) => file === name))
  const files = component.map((block) => ({ path: block?.file ?? '', text: block?.code ?? '' }))
  for (const [path, text] of Object.entries(APPLICATION)) files.push({ path, text })
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

test(
  'the component of the guide to Angular is built by its own build, and follows the user in a browser',
  async () => {
    const folder = writeApplication()
    await installPackage('packages/telltale', folder)
    await execa('ng', ['build'], { cwd: folder, preferLocal: true, env: { NG_CLI_ANALYTICS: 'false' } })
    const browser = await startBrowser()
    onTestFinished(browser.close)
    const { page, problems } = await browser.openPage()
    await page.route(`${SITE}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      const file = pathname === '/' ? '/index.html' : pathname
      const body = readFileSync(join(folder, 'dist/quotes/browser', file))
      return route.fulfill({ body, contentType: TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] })
    })
    await page.goto(SITE)
    await expect.poll(() => page.textContent('h1')).toBe('Welcome, Ida')
    await page.evaluate(`telltale.identify({ unique_identity: 'u-2', user_name: 'Ole' })`)
    await expect.poll(() => page.textContent('h1')).toBe('Welcome, Ole')
    expect(problems).toEqual([])
  },
  PATIENCE_MS,
)

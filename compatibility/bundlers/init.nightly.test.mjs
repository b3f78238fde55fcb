import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { startServices } from '@telltale/local'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { installPackage } from '../packPackage.mjs'
import { startBrowser } from '../startBrowser.mjs'
import { webpackApp } from '../../packages/local/src/testing/freshApplications.ts'
import { bundle } from './bundle.mjs'
import { serveFolder } from './serveFolder.mjs'

// Applications of frameworks with a development server are in examples/init.spec.mjs.

const PATIENCE_MS = 300_000
const folder = join(root, '.cache/tools/init-webpack', String(process.pid))
const html = '<!doctype html><link rel="icon" href="data:,"><body><script src="/out/page.js"></script>'

beforeAll(async () => {
  for (const workspace of ['packages/telltale', 'packages/local']) await installPackage(workspace, folder)
  for (const [path, text] of Object.entries(webpackApp)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}, PATIENCE_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'after telltale init, an application that webpack bundles shows its first flag and sends its first event',
  async () => {
    const cli = join(folder, 'node_modules/@telltale/local/dist/cli.js')
    const { stdout } = await execa(process.execPath, [cli, 'init', '--yes'], { cwd: folder })
    const [, path = '', module = ''] =
      /Use a flag and record an event, in (\S+):\n\n(.*?)\n(?=\d+\. )/s.exec(stdout) ?? []
    writeFileSync(join(folder, path), module)
    const index = join(folder, 'src/index.js')
    const use = "\nimport { welcomeButton } from './welcomeButton.js'\ndocument.body.append(welcomeButton())\n"
    writeFileSync(index, readFileSync(index, 'utf8') + use)

    const [flagsFile, usersFile] = [join(folder, 'telltale/flags.json'), join(folder, 'telltale/users.json')]
    const services = await startServices({ port: 0, data: ':memory:', flagsFile, usersFile })
    const layer = join(folder, 'src/telltale.js')
    writeFileSync(layer, readFileSync(layer, 'utf8').replaceAll('http://127.0.0.1:4801', services.url))
    await bundle['webpack']?.({ entry: index, folder, outDir: join(folder, 'out') })

    const server = await serveFolder(folder, { '/': html })
    const browser = await startBrowser()
    const { page, problems } = await browser.openPage()
    await page.goto(server.url)
    await expect.poll(async () => [await page.textContent('button'), problems]).toEqual(['Welcome aboard', []])
    await page.click('button')
    await expect
      .poll(async () => (await fetch(`${services.url}/console/events.ndjson`)).text())
      .toContain('"name":"Welcome clicked"')
    expect(problems).toEqual([])
    await browser.close()
    await server.close()
    await services.close()
  },
  PATIENCE_MS,
)

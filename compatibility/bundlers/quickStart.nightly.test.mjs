import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startServices } from '@telltale/local'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { installPackage } from '../packPackage.mjs'
import { startBrowser } from '../startBrowser.mjs'
import { starterFiles } from '../../packages/local/src/project/starterFiles.ts'
import { bundle } from './bundle.mjs'
import { codeBlocks } from '../../docs/code/codeBlocks.mjs'
import { serveFolder } from './serveFolder.mjs'

const PATIENCE_MS = 300_000
const folder = join(root, '.cache/tools/quick-start', String(process.pid))
const html = `<!doctype html><link rel="icon" href="data:,"><body><div id="root"></div>
<script>
  texts = []
  new MutationObserver(() => texts.push(document.body.innerText)).observe(document.body, { subtree: true, childList: true, characterData: true })
</script>
<script type="module" src="/out/page.js"></script>`

/** @type {Awaited<ReturnType<typeof startServices>>} */
let services

beforeAll(async () => {
  await installPackage('packages/telltale', folder)
  // Of this folder, and not of the repository.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const files = await starterFiles(folder)
  const [flagsFile, usersFile] = [join(folder, files.flagsFile), join(folder, files.usersFile)]
  const kind = /** @type {const} */ ({ type: 'latency', ms: 400 })
  const faults = [{ route: /** @type {const} */ ('who-am-i'), kind }]
  services = await startServices({ port: 0, data: ':memory:', flagsFile, usersFile, faults })
  for (const { file, code } of codeBlocks(
    readFileSync(join(root, 'docs/src/content/docs/start/local-services.mdx'), 'utf8'),
  )) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code.replace('http://127.0.0.1:4801', services.url))
  }
}, PATIENCE_MS)

afterAll(async () => {
  await services.close()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'the application of the quick start shows no sign-in while who-am-i is late, delivers its event, and does not leave its page',
  async () => {
    await bundle['Vite']?.({ entry: join(folder, 'src/main.tsx'), folder, outDir: join(folder, 'out') })
    const server = await serveFolder(folder, { '/': html })
    const browser = await startBrowser()
    const { page, problems } = await browser.openPage()
    await page.goto(server.url)
    await expect
      .poll(async () => [await page.textContent('#root'), problems])
      .toEqual([expect.stringContaining('quote'), []])
    await page.click('text=Send the new quote')
    await expect
      .poll(async () => (await fetch(`${services.url}/console/events.ndjson`)).text())
      .toContain('"name":"Quote sent"')
    const texts = await page.evaluate(
      () => /** @type {{ texts: string[] }} */ (/** @type {unknown} */ (globalThis)).texts,
    )
    expect(texts.join('\n')).toContain('A quote by Ada First')
    expect(texts.filter((text) => text.includes('sign in'))).toEqual([])
    expect(new URL(page.url()).search).toBe('')
    await browser.close()
    await server.close()
  },
  PATIENCE_MS,
)

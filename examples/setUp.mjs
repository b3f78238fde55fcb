import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServices } from '@telltale/local'
import { chromium } from 'playwright'
import { root } from '../scripts/ensureInstalled.mjs'
import { findHeadless } from '../scripts/findChromium.mjs'
import { installPackage } from '../scripts/shape/packPackage.mjs'
import { starterFiles } from '../packages/local/src/cli/starterFiles.ts'

/**
 * The packed library, the local services as `npx telltale dev` starts them, and Chromium.
 *
 * @param {readonly string[]} [others] further workspaces to install
 */
export async function setUp(others = []) {
  const folder = join(root, '.cache/examples', `${process.pid}-${process.env['VITEST_WORKER_ID']}`)
  for (const workspace of ['packages/telltale', ...others]) await installPackage(workspace, folder)
  const found = await findHeadless()
  // Chromium refuses its sandbox to root, as in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ args, ...(found.type === 'found' && { executablePath: found.path }) })
  // What `npx telltale dev` makes in a folder without flags, and not in the repository.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const files = await starterFiles(folder)
  const flagsFile = join(folder, files.flagsFile)
  const services = await startServices({
    port: 0,
    data: ':memory:',
    flagsFile,
    usersFile: join(folder, files.usersFile),
  })

  return {
    folder,
    services,

    /** @param {string} example @returns the folder of a copy, as a user would have one */
    copy(example) {
      const copied = join(folder, example)
      const filter = (/** @type {string} */ path) => !path.includes('node_modules')
      cpSync(join(root, 'examples', example), copied, { recursive: true, filter })
      // What npm has not put into the root of the repository.
      const own = join(root, 'examples', example, 'node_modules')
      if (existsSync(own) && !existsSync(join(copied, 'node_modules'))) symlinkSync(own, join(copied, 'node_modules'))
      return copied
    },

    /** A page, and what its console complains of. */
    async openPage() {
      const page = await browser.newPage()
      /** @type {string[]} */
      const complaints = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (line) => void (['error', 'warning'].includes(line.type()) && complaints.push(line.text())))
      return { page, complaints }
    },

    /** @param {boolean} isOn */
    switchWelcome(isOn) {
      const flags = JSON.parse(readFileSync(flagsFile, 'utf8'))
      flags.flags['new-welcome'].on = isOn
      writeFileSync(flagsFile, JSON.stringify(flags))
    },

    /** The events that pages have sent since a time, by whatever server they came. @param {number} since */
    async eventsSince(since) {
      const answer = await fetch(`${services.url}/console/events.ndjson`)
      const lines = (await answer.text()).split('\n').filter(Boolean)
      return lines
        .map((line) => /** @type {{ name: string, at: number, app: { name: string } }} */ (JSON.parse(line)))
        .filter(({ at }) => at >= since)
    },

    async close() {
      await browser.close()
      await services.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServices } from '@telltale/local'
import { root } from '../scripts/ensureInstalled.mjs'
import { installPackage } from '../compatibility/packPackage.mjs'
import { startBrowser } from '../compatibility/startBrowser.mjs'
import { starterFiles } from '../packages/local/src/project/starterFiles.ts'

/**
 * The packed library, the local services as `npx telltale dev` starts them, and Chromium.
 *
 * @param {readonly string[]} [others] further workspaces to install
 */
export async function setUp(others = []) {
  const folder = join(root, '.cache/examples', `${process.pid}-${process.env['VITEST_WORKER_ID']}`)
  for (const workspace of ['packages/telltale', ...others]) await installPackage(workspace, folder)
  const browser = await startBrowser()
  // What `npx telltale dev` makes in a folder, and not in the repository. One example has the flags of all.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(join(root, 'examples/vite-react/telltale'), join(folder, 'telltale'), { recursive: true })
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

    /** The folder of a copy, as a user would have one: its packages are in .cache/examples. @param {string} example */
    copy(example) {
      const copied = join(folder, example)
      const filter = (/** @type {string} */ path) => !path.includes('node_modules')
      cpSync(join(root, 'examples', example), copied, { recursive: true, filter })
      return copied
    },

    openPage: browser.openPage,

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
        .map(
          (line) =>
            /** @type {{ name: string, at: number, app: { name: string }, properties: Record<string, unknown> }} */ (
              JSON.parse(line)
            ),
        )
        .filter(({ at }) => at >= since)
    },

    async close() {
      await browser.close()
      await services.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

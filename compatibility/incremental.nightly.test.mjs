import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../scripts/ensureInstalled.mjs'
import { installPackage } from './packPackage.mjs'

const PATIENCE_MS = 300_000

/** Where each supported version of TypeScript is installed. @type {Readonly<Record<string, string>>} */
const COMPILERS = { 5.9: '.cache/tools', '6.0': '.', '7.0': 'compatibility/other-versions' }

const compilerOptions = {
  ...{ target: 'ES2022', lib: ['ES2022', 'DOM'], module: 'ESNext', moduleResolution: 'Bundler', jsx: 'react-jsx' },
  ...{ strict: true, noEmit: true, skipLibCheck: true, incremental: true, types: ['vite/client'] },
}

// Inside of the repository: the packages that the application uses are found in the folders above.
const home = join(root, '.cache/incremental', String(process.pid))

beforeAll(async () => {
  for (const workspace of ['packages/telltale', 'packages/collector', 'packages/local'])
    await installPackage(workspace, home)
}, PATIENCE_MS)
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.each(Object.entries(COMPILERS))(
  'after telltale init, an incremental build of TypeScript %s checks a component again when its event is renamed',
  async (version, place) => {
    const folder = join(home, version)
    const write = (/** @type {string} */ path, /** @type {string} */ text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    write('package.json', '{ "dependencies": { "react": "*", "telltale": "*", "vite": "*" } }')
    write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }))
    const cli = join(home, 'node_modules/@telltale/local/dist/cli.js')
    // Without the options of this process, which choose the sources of the packages.
    const { stdout } = await execaNode(cli, ['init', '--yes'], { cwd: folder, nodeOptions: [] })
    const [, path = '', component = ''] =
      /Use a flag and record an event, in (\S+):\n\n(.*?)\n(?=\d+\. )/s.exec(stdout) ?? []
    write(path, component)

    const tsc = join(root, place, 'node_modules/typescript/bin/tsc')
    const check = () => execaNode(tsc, ['-p', '.', '--pretty', 'false'], { cwd: folder, all: true, reject: false })
    expect((await check()).all).toBe('')
    const events = readFileSync(join(folder, 'src/telltaleEvents.ts'), 'utf8')
    write('src/telltaleEvents.ts', events.replace("'Welcome clicked'", "'Welcome pressed'"))
    expect((await check()).all).toContain(`${path}(`)
  },
  PATIENCE_MS,
)

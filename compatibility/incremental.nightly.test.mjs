import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execaNode } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../packages/local/src/cli/commandLine.ts'
import { viteReactTs } from '../packages/local/src/testing/freshApplications.ts'
import { root } from '../scripts/ensureInstalled.mjs'
import { installPackage } from './packPackage.mjs'

const PATIENCE_MS = 300_000
/** @type {Readonly<Record<string, string>>} */
const COMPILERS = { 5.9: 'compatibility/typescript-5.9', '6.0': '.', '7.0': 'compatibility/typescript-7.0' }

// Inside of the repository: the packages that the application uses are found in the folders above.
const folder = join(root, '.cache/incremental', String(process.pid))

beforeAll(() => installPackage('packages/telltale', folder), PATIENCE_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test.each(Object.entries(COMPILERS))(
  'after telltale init, an incremental build of TypeScript %s checks a component again when its event is renamed',
  async (version, place) => {
    const { compilerOptions } = JSON.parse(viteReactTs['tsconfig.json'] ?? '')
    const tsconfig = { compilerOptions: { ...compilerOptions, types: [], incremental: true }, include: ['src'] }
    for (const [path, text] of Object.entries(viteReactTs)) write(path, text)
    write(
      'src/vite-env.d.ts',
      'interface ImportMeta { readonly env: Record<string, string | undefined> & { DEV: boolean } }\n',
    )
    write('tsconfig.json', JSON.stringify(tsconfig))
    for (const name of ['telltaleEvents.ts', 'telltaleFlags.ts', 'telltale.ts', 'telltale.test.ts'])
      rmSync(join(folder, 'src', name), { force: true })
    rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true })
    let printed = ''
    const say = (/** @type {string} */ text) => void (printed += text)
    await commandLine(['init', '--yes'], { cwd: folder, env: {}, isInteractive: false, out: say, err: say })
    const [, path = '', module = ''] =
      /Use a flag and record an event, in (\S+):\n\n(.*?)\n(?=\d+\. )/s.exec(printed) ?? []
    write(path, module)

    const tsc = () =>
      execaNode(join(root, place, 'node_modules/typescript/bin/tsc'), ['-p', '.', '--pretty', 'false'], {
        cwd: folder,
        all: true,
        reject: false,
      })
    const first = await tsc()
    expect([version, first.failed, first.all]).toEqual([version, false, ''])
    const events = readFileSync(join(folder, 'src/telltaleEvents.ts'), 'utf8')
    write('src/telltaleEvents.ts', events.replace("'Welcome clicked'", "'Welcome pressed'"))
    expect((await tsc()).all).toContain(`${path}(`)
  },
  PATIENCE_MS,
)

import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** A process that does not end by itself is ended, and its test fails. */
const PATIENCE_MS = 50_000

let folder = ''
let preludes = 0

/** Builds both scripts before the tests of the file that calls this. */
export function buildOddServers(): void {
  beforeAll(async () => {
    // React and jsdom are found from where the files are.
    folder = await mkdtemp(join(here('..'), 'node_modules/.telltale-odd-server-'))
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['@telltale/source'] },
      build: {
        ssr: true,
        write: false,
        rolldownOptions: {
          external: /^react/,
          input: { server: here('oddServerProcess.suite.ts'), tests: here('testEnvironmentProcess.suite.ts') },
        },
      },
    })
    const { output } = Array.isArray(built) ? built[0]! : (built as Exclude<typeof built, { close(): unknown }>)
    for (const file of output) {
      if (file.type !== 'chunk') continue
      await mkdir(dirname(join(folder, file.fileName)), { recursive: true })
      await writeFile(join(folder, file.fileName), file.code)
    }
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))
}

/** Runs a script after the code that leaves something behind, and reads what it prints as it ends. */
export async function outcomeOf(script: 'server' | 'tests', leftover: string): Promise<unknown> {
  const prelude = join(folder, `prelude-${(preludes += 1)}.mjs`)
  await writeFile(prelude, leftover)
  const args = ['--import', prelude, join(folder, `${script}.js`)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: PATIENCE_MS, cwd: folder })
  return JSON.parse(stdout)
}

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** Builds the console as it is shipped. Resolves with the folder it was built to. */
export async function buildConsole(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'telltale-console-'))
  const root = join(import.meta.dirname, '..', '..')
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      configFile: join(root, 'vite.config.ts'),
      root: join(root, 'console'),
      logLevel: 'error',
      build: { outDir },
    })
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = mode
  }
  return outDir
}

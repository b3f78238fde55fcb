import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { succeed } from './runProgram.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const CACHE = join(ROOT, '.cache/collectors')
const PARTS = ['packages/collector', 'tsconfig.base.json']

/**
 * The command of a collector as it was at a commit: built once, in a folder from which it finds the packages of today.
 * The history of the repository has to be there.
 */
export function olderVersion(commit: string): string {
  const folder = join(CACHE, commit)
  const command = join(folder, 'packages/collector/dist/cli.js')
  if (existsSync(command)) return command
  const fresh = `${folder}-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    succeed('git', ['archive', '-o', join(fresh, 'sources.tar'), commit, ...PARTS], { cwd: ROOT })
    succeed('tar', ['xf', 'sources.tar'], { cwd: fresh })
    const env = { ...process.env, NODE_ENV: 'production' }
    succeed(process.execPath, [join(ROOT, 'node_modules/tsdown/dist/run.mjs'), '--log-level', 'error'], {
      cwd: join(fresh, 'packages/collector'),
      env,
    })
    mkdirSync(dirname(folder), { recursive: true })
    if (!existsSync(folder)) renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return command
}

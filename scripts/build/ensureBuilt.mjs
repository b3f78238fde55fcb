import { spawn } from 'node:child_process'
import { root } from '../ensureInstalled.mjs'

/**
 * Builds what is out of date and nothing else, with Wireit: `wireit` in package.json says what each build reads and writes.
 *
 * @param {object} [options]
 * @param {boolean} [options.types] declaration files too
 * @param {readonly string[]} [options.folders] only these workspaces and what they need; all of them when left out
 * @param {boolean} [options.showsOutput] prints what each build prints, for one that takes long
 * @returns {Promise<{ ok: boolean }>}
 */
export async function ensureBuilt({ types = false, folders = ['all'], showsOutput = false } = {}) {
  const env = {
    ...process.env,
    WIREIT_LOGGER: showsOutput ? 'simple' : 'quiet-ci',
    WIREIT_FAILURES: 'continue',
    WIREIT_CACHE: 'none',
  }
  for (const folder of folders) {
    const args = ['run', '--silent', `${types ? 'types' : 'build'}:${folder}`]
    const child = spawn('npm', args, { cwd: root, env, stdio: 'inherit' })
    if ((await new Promise((resolve) => child.on('error', resolve).on('close', resolve))) !== 0) return { ok: false }
  }
  return { ok: true }
}

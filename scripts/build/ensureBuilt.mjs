import { spawn } from 'node:child_process'
import { DEMO, root } from '../ensureInstalled.mjs'

/**
 * Builds what is out of date and nothing else, with Wireit: `wireit` in the package.json of a workspace says what its build reads and writes.
 *
 * @param {object} [options]
 * @param {boolean} [options.types] declaration files too
 * @param {readonly string[]} [options.folders] only these workspaces and what they need; the packages and the demo when left out
 * @param {boolean} [options.showsOutput] prints what each build prints, for one that takes long
 * @returns {Promise<{ ok: boolean }>}
 */
export async function ensureBuilt({ types = false, folders = DEMO, showsOutput = false } = {}) {
  const env = {
    ...process.env,
    WIREIT_LOGGER: showsOutput ? 'simple' : 'quiet-ci',
    WIREIT_FAILURES: 'continue',
    WIREIT_CACHE: 'none',
  }
  const codes = await Promise.all(
    folders.map((folder) => {
      // `types` of a package builds it, too. The demo has no declaration files.
      const script = types && folder.startsWith('packages/') ? 'types' : 'build'
      // Without the script before it, which installs: callers have done so.
      const args = ['run', '--silent', '--ignore-scripts', script, '--workspace', folder]
      const child = spawn('npm', args, { cwd: root, env, stdio: ['inherit', 'pipe', 'pipe'] })
      // What tools say of their progress is no news, unless something fails.
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          if (showsOutput) process.stdout.write(chunk)
          said += String(chunk)
        })
      return new Promise((resolve) =>
        child.on('error', resolve).on('close', (code) => {
          if (code !== 0 && !showsOutput) process.stderr.write(said)
          resolve(code)
        }),
      )
    }),
  )
  return { ok: codes.every((code) => code === 0) }
}

import { execa } from 'execa'
import { root } from '../ensureInstalled.mjs'

/** A build that has not ended by then is worth a line, in milliseconds. */
const SILENT_FOR = 3000

/**
 * Builds what is out of date and nothing else, with Wireit: `wireit` in package.json says what each build reads and writes.
 *
 * @param {object} [options]
 * @param {boolean} [options.types] declaration files too
 * @param {readonly string[]} [options.folders] only these workspaces and what they need; all of them when left out
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<{ ok: boolean }>}
 */
export async function ensureBuilt({ types = false, folders = ['all'], say = console.log } = {}) {
  const timer = setTimeout(say, SILENT_FOR, 'Building what is out of date …')
  for (const folder of folders) {
    const { failed, all } = await execa('npm', ['run', '--silent', `${types ? 'types' : 'build'}:${folder}`], {
      cwd: root,
      env: { WIREIT_LOGGER: 'quiet-ci', WIREIT_FAILURES: 'continue', WIREIT_CACHE: 'none' },
      all: true,
      reject: false,
    })
    if (!failed) continue
    clearTimeout(timer)
    say(all)
    return { ok: false }
  }
  clearTimeout(timer)
  return { ok: true }
}

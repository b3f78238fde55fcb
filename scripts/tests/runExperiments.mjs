import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ensureInstalled.mjs'
import { runSuites } from './runSuites.mjs'

// The suite of experiments, whose figures are computed a second time by Python: its packages are in an environment of their own.

const FOLDER = join(root, '.cache/experiments')
const REQUIREMENTS = join(root, 'packages/collector/src/judge/requirements.txt')
/** What has been installed, once it is. */
const INSTALLED = join(FOLDER, 'installed.txt')
/** EX_TEMPFAIL: see runAll.mjs. */
const UNAVAILABLE = 75

if (ensurePython())
  await runSuites([{ name: 'experiments', runner: 'vitest', projects: ['experiments'], workers: 2 }], {
    needsBrowser: false,
    workspaces: ['.', 'packages/collector', 'stage/duckdb'],
  })
else {
  console.error('This suite needs Python 3.11 or newer with venv, and the packages of PyPI.')
  process.exitCode = UNAVAILABLE
}

/** Makes the environment with the packages, unless it is there. */
function ensurePython() {
  const wanted = readFileSync(REQUIREMENTS, 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return true
  console.log('Installing packages of Python …')
  rmSync(FOLDER, { recursive: true, force: true })
  const isMade =
    runs('python3', ['-m', 'venv', FOLDER]) &&
    runs(join(FOLDER, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--requirement', REQUIREMENTS])
  if (isMade) writeFileSync(INSTALLED, wanted)
  return isMade
}

/** @param {string} program @param {readonly string[]} args */
function runs(program, args) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0
}

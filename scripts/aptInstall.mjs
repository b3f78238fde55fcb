import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './ensureInstalled.mjs'
import { isExecutableFile } from './findChromium.mjs'

/** @returns {import('./browserPlan.mjs').Machine} */
export function thisMachine() {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasApt: (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutableFile(join(folder, 'apt-get'))),
  }
}

/** Installs Debian packages, and says whether that worked. @param {readonly string[]} packages */
export async function aptInstall(packages) {
  return (
    (await runInstaller('apt-get', ['update', '-qq'])) && runInstaller('apt-get', ['install', '-qq', '-y', ...packages])
  )
}

/** @param {string} command @param {readonly string[]} args @returns {Promise<boolean>} */
export function runInstaller(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often, in milliseconds, it is looked whether the other build has ended. */
const LOOK_EVERY = 100

/**
 * Runs `work` while no other process does, so that two commands begun together do not write the same output.
 *
 * @template T
 * @param {string} lockFile
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} say
 * @returns {Promise<T>}
 */
export async function oneAtATime(lockFile, work, say) {
  mkdirSync(dirname(lockFile), { recursive: true })
  let hasSaid = false
  for (let holder = take(lockFile); holder !== undefined; holder = take(lockFile)) {
    if (!isAlive(holder)) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!hasSaid) say(`Another build is running (process ${holder}); waiting for it …`)
    hasSaid = true
    await sleep(LOOK_EVERY)
  }
  const release = () => rmSync(lockFile, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} lockFile @returns {number | undefined} the process that has it, or undefined when it is ours now */
function take(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return Number(readHolder(lockFile))
  }
}

/** @param {string} lockFile */
function readHolder(lockFile) {
  try {
    return readFileSync(lockFile, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // Not written yet, or just removed: whoever is doing so is alive.
  if (!pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** What still runs when this process ends, ends with it. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.once('exit', () => running.forEach((child) => child.kill()))

/**
 * Runs a script in a Node of its own and keeps what it says.
 *
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} where
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runNode(args, { cwd, env = {} }) {
  return run(process.execPath, args, { cwd, env })
}

/** @param {string} command @param {readonly string[]} args @param {{ cwd: string, env: Record<string, string> }} where @returns {Promise<{ ok: boolean, output: string }>} */
function run(command, args, { cwd, env }) {
  const child = spawn(command, args, {
    cwd,
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.on('close', () => running.delete(child))
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `${output}\n${error.message}` }))
    child.on('close', (code, signal) => {
      if (signal) output += `\nended by ${signal}`
      resolve({ ok: code === 0, output: stripVTControlCharacters(output) })
    })
  })
}

/**
 * Runs the npm that started us, or the one on PATH, and keeps what it says.
 *
 * @param {readonly string[]} args
 * @param {{ cwd: string }} where
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runNpm(args, { cwd }) {
  const npm = process.env.npm_execpath
  return npm ? runNode([npm, ...args], { cwd }) : run('npm', args, { cwd, env: {} })
}

/**
 * Runs a script in a Node of its own, for all to see.
 *
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} where
 * @returns {Promise<number>} its exit code
 */
export function showNode(args, { cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  running.add(child)
  child.on('close', () => running.delete(child))
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

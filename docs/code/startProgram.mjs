import { accessSync, constants } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'

const POLL_MS = 50

/**
 * Starts a program that listens on a port, and waits until it does.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ port: number, cwd: string, env?: Record<string, string> }} where
 */
export async function startProgram(command, args, { port, cwd, env = {} }) {
  const program = execa(command, args, { cwd, env, preferLocal: true, reject: false, all: true, buffer: false })
  let output = ''
  let isRunning = true
  program.all.on('data', (/** @type {Buffer} */ chunk) => (output += chunk))
  void program.then(() => (isRunning = false))
  while (!(await isListening(port))) {
    if (!isRunning) throw new Error(`${command} has ended:\n${output}`)
    await setTimeout(POLL_MS)
  }
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    isRunning: () => isRunning,
    async stop() {
      program.kill('SIGKILL')
      await program
    },
  }
}

/**
 * Says why tests cannot run, or '' if all programs are installed. What is not run is said aloud: a skipped test must not look like one
 * that has passed.
 *
 * @param {string} tests @param {readonly string[]} commands
 */
export function whyNot(tests, commands) {
  const missing = commands.filter((command) => !isInstalled(command))
  if (missing.length === 0) return ''
  const reason = `not installed: ${missing.join(', ')}`
  console.warn(`Skipped: ${tests}. Reason: ${reason}.`)
  return reason
}

/** @param {string} command */
const isInstalled = (command) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** @param {number} port @returns {Promise<boolean>} */
const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })

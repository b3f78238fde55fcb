import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { stripVTControlCharacters } from 'node:util'

/**
 * Starts a server in a Node of its own, at a free port, and waits for the address that it prints.
 *
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: Record<string, string> }} where
 * @returns {Promise<{ url: string, output(): string, stop(): Promise<void> }>}
 */
export async function startServer(args, { cwd, env }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env, PORT: String(await freePort()) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A framework may start processes of its own, and wait for open connections.
  const kill = () =>
    void (child.pid && child.exitCode === null && child.signalCode === null && process.kill(-child.pid, 'SIGKILL'))
  process.once('exit', kill)
  const ended = new Promise((resolve) => child.once('close', resolve))
  let output = ''
  const url = await new Promise((resolve, reject) => {
    const hear = (/** @type {Buffer} */ chunk) => {
      output += chunk
      // A server that finds `CI` in the environment prints the port in bold, even into a pipe.
      const address = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(output))?.[0]
      if (address) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`It ended:\n${output}`)))
  })
  return {
    url,
    output: () => output,
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

/** Not every server takes 0 for any free port. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

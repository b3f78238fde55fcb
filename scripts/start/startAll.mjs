import { join, resolve } from 'node:path'
import { startServices } from '@telltale/local'
import { createServer, preview } from 'vite'
import { root } from '../ensureInstalled.mjs'

/** The folder of the demo application. */
const DEMO = join(root, 'apps/rental-desk')

/**
 * Starts the local services and the demo application in this process, on loopback only.
 *
 * @param {import('./startOptions.mjs').StartOptions} options
 * @param {(line: string) => void} say
 * @returns {Promise<{ demo: string, services: string, stop: () => Promise<void> }>}
 */
export async function startAll({ port, servicesPort, data, flags, users, isDev }, say) {
  const services = await startServices({
    port: servicesPort,
    data: data.includes(':') ? data : resolve(root, data),
    flagsFile: resolve(root, flags),
    usersFile: resolve(root, users),
    log: say,
  })
  try {
    // The application's own settings script reads it; only now is the address known.
    process.env.RENTAL_DESK_SERVICES = services.url
    const server = isDev ? await serveSources(port) : await serveBuild(port)
    const bound = server.httpServer?.address()
    const actual = typeof bound === 'object' && bound ? bound.port : port
    if (port !== 0 && actual !== port) say(`Port ${port} is taken: the demo application uses ${actual}.`)
    return {
      demo: `http://127.0.0.1:${actual}`,
      services: services.url,
      stop: async () => {
        await server.close()
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}

/** @param {number} port */
async function serveSources(port) {
  const server = await createServer({ root: DEMO, logLevel: 'warn', clearScreen: false, server: on(port) })
  return server.listen()
}

/** @param {number} port */
function serveBuild(port) {
  return preview({ root: DEMO, logLevel: 'warn', preview: on(port) })
}

/** @param {number} port */
function on(port) {
  return { host: '127.0.0.1', port, strictPort: false, open: false }
}

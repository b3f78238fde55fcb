import { join } from 'node:path'
import { startServices } from '@telltale/local'
import { createServer, preview } from 'vite'
import { root } from './ensureInstalled.mjs'

/**
 * Starts the local services and the demo application in this process, on loopback only. If a port is taken, the next one is used.
 * Port 0 is any free port.
 *
 * @param {{ port: number, servicesPort: number, data: string, flags: string, users: string, isDev: boolean }} options
 * @param {(line: string) => void} log
 */
export async function startDemo({ port, servicesPort, data, flags, users, isDev }, log) {
  const services = await startServices({ port: servicesPort, data, flagsFile: flags, usersFile: users, log })
  // The application's Vite configuration reads it.
  process.env.RENTAL_DESK_SERVICES = services.url
  const address = { host: '127.0.0.1', port, strictPort: false }
  const settings = { root: join(root, 'apps/rental-desk'), server: address, preview: address }
  const demo = await (isDev ? createServer(settings).then((server) => server.listen()) : preview(settings))
  const stop = async () => void (await Promise.all([demo.close(), services.close()]))
  return { demo: new URL(demo.resolvedUrls?.local[0] ?? '').origin, services: services.url, stop }
}

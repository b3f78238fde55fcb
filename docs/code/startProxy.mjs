import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { root } from '../../scripts/ensureInstalled.mjs'
import { printedBlock, printedScript, replaced } from './printedBlock.mjs'
import { freePort, startProgram } from './startProgram.mjs'

const PAGE = 'guides/own-domain.md'

/** @typedef {object} Setting
 * @property {string} folder an empty one
 * @property {string} certificate a file that says whom to trust
 * @property {Readonly<Record<string, string>>} hosts those to use in place of the hosts that the page prints
 * @property {Readonly<Record<string, string>>} [changes] what a reader may change, according to the page
 */

/** The proxies of the page, each started with what the page prints. */
export const startProxy = {
  /** @param {Setting} setting */
  async nginx({ folder, hosts, changes = {} }) {
    const port = await freePort()
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
    const locations = replaced(replaced(printedBlock(PAGE, '## Nginx', 'nginx'), changes), hosts)
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid nginx.pid; error_log stderr; events {}
      http { ${temporary.join(' ')} access_log off; server { listen 127.0.0.1:${port};\n${locations}} }`,
    )
    return startProgram('nginx', ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], { port, cwd: folder })
  },

  /** @param {Setting} setting */
  async caddy({ folder, certificate, hosts, changes = {} }) {
    const port = await freePort()
    const printed = replaced(printedBlock(PAGE, '## Caddy'), changes)
    const sites = replaced(printed, { ...hosts, 'desk.example.com {': `http://localhost:${port} {\n  bind 127.0.0.1` })
    writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n}\n\n${sites}`)
    const env = { SSL_CERT_FILE: certificate, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return startProgram('caddy', ['run', '--config', 'Caddyfile'], { port, cwd: folder, env })
  },

  /** @param {Setting} setting */
  async worker({ folder, certificate, hosts }) {
    const port = await freePort()
    const file = join(folder, 'worker.mjs')
    writeFileSync(file, replaced(printedScript(PAGE, 'src/worker.ts'), hosts))
    const args = [join(root, 'docs/code/runWorker.mjs'), file, String(port)]
    return startProgram(process.execPath, args, { port, cwd: folder, env: { NODE_EXTRA_CA_CERTS: certificate } })
  },

  /** @param {Setting} setting */
  async next({ folder, certificate, hosts, changes = {} }) {
    const port = await freePort()
    mkdirSync(join(folder, 'app'))
    const files = {
      'package.json': '{ "type": "module" }',
      'next.config.mjs': replaced(replaced(printedScript(PAGE, 'next.config.ts'), changes), hosts),
      'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>',
      'app/page.js': 'export default () => <p>Quotes</p>',
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    const env = { NODE_EXTRA_CA_CERTS: certificate, NEXT_TELEMETRY_DISABLED: '1' }
    const next = join(root, '.cache/examples/node_modules/next/dist/bin/next')
    await execa(process.execPath, [next, 'build'], { cwd: folder, env })
    const address = ['--hostname', '127.0.0.1', '--port', String(port)]
    return startProgram(process.execPath, [next, 'start', ...address], { port, cwd: folder, env })
  },
}

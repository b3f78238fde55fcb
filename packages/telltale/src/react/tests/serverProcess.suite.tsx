import { writeSync } from 'node:fs'
import { version } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { launchDarkly } from '../../flags.ts'
import { createTelltale } from '../../index.ts'
import type { Settings } from '../../layer/settings.ts'
import { everyHook } from './everyHook.suite.tsx'
import { inLayer } from './inLayer.suite.tsx'

/** What a browser has, and Node too, or some version of it. The layer on a server has no business with any of it. */
const FORBIDDEN = [
  'fetch',
  'navigator',
  'localStorage',
  'sessionStorage',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'setTimeout',
  'setInterval',
]

const touched: string[] = []
for (const name of FORBIDDEN.filter((known) => known in global)) {
  Object.defineProperty(global, name, {
    get() {
      touched.push(name)
      throw new Error(`${name} was touched`)
    },
  })
}

const ids = { internal: 'p', external: 'p' }
const levels = { production: 'https://a.test', staging: 'https://a.test', sandbox: 'https://a.test' }
const settings: Settings = {
  promotion: 'sandbox',
  app: { name: 'Test' },
  api: levels,
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
  flags: launchDarkly({ clientSideId: 'env', streaming: true, bootstrap: JSON.parse(process.argv[2] ?? '{}') }),
}

const telltale = createTelltale(settings)
telltale.track('Rendered')
const html = renderToString(inLayer(telltale, everyHook))
const { pipe } = renderToPipeableStream(inLayer(telltale, everyHook), {
  onAllReady: () => void pipe(process.stderr),
})
// Nothing is closed: what does not hold the process need not be let go.
process.once('exit', () => writeSync(1, JSON.stringify({ version, html, touched })))

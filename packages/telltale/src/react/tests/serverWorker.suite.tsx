import { renderToReadableStream, renderToString } from 'react-dom/server'
import type { Json } from '../../core/model/json.ts'
import { launchDarkly } from '../../flags.ts'
import { createTelltale } from '../../index.ts'
import type { Settings } from '../../layer/settings.ts'
import { everyHook } from './everyHook.suite.tsx'
import { inLayer } from './inLayer.suite.tsx'
import { TelltaleProvider } from '../TelltaleProvider.tsx'

export interface ServerRequest {
  bootstrap?: Record<string, Json>
  isStreamed?: boolean
  /** Whether the provider is given settings, and not a layer. */
  isOwn?: boolean
}

const ids = { internal: 'p', external: 'p' }
const levels = { production: 'https://a', staging: 'https://a', sandbox: 'https://a' }

/** A worker has no document: to the layer, and to React, it is a server. */
globalThis.addEventListener('message', ({ data }: MessageEvent<ServerRequest>) => {
  const settings: Settings = {
    promotion: 'sandbox',
    app: { name: 'Test' },
    api: levels,
    projects: { production: ids, staging: ids, sandbox: ids },
    auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
    flags: launchDarkly({ clientSideId: 'env', streaming: true, ...(data.bootstrap && { bootstrap: data.bootstrap }) }),
  }
  const page = data.isOwn ? (
    <TelltaleProvider create={createTelltale} settings={settings}>
      {everyHook}
    </TelltaleProvider>
  ) : (
    inLayer(createTelltale(settings), everyHook)
  )
  if (!data.isStreamed) return globalThis.postMessage(renderToString(page))
  void renderToReadableStream(page)
    .then((stream) => new Response(stream).text())
    .then((html) => globalThis.postMessage(html))
})

import type { Connect, Plugin } from 'vite'

/** Serves `/settings.js`, in development and in preview, so that one build works with services at any address. */
export function settingsScript(services: string): Plugin {
  const script = `globalThis.RENTAL_DESK = ${JSON.stringify({ services })}\n`
  const serve: Connect.NextHandleFunction = (_request, response) => {
    response.setHeader('content-type', 'text/javascript; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.end(script)
  }
  return {
    name: 'settings-script',
    configureServer: ({ middlewares }) => void middlewares.use('/settings.js', serve),
    configurePreviewServer: ({ middlewares }) => void middlewares.use('/settings.js', serve),
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/settings.js' }, injectTo: 'head-prepend' }],
  }
}

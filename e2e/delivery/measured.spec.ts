import type { EngineTab } from 'stage/engines/engine'
import { bundlePage } from 'stage/bundlePage'
import { listen } from 'stage/listen'
import { readBody } from 'stage/readBody'
import { expect, test } from './test.ts'

declare global {
  /** Of the page `measured` of the stage. */
  var measured: { readonly isReady: boolean } | undefined
}

interface Taken {
  readonly kind?: string
  readonly url: string
  readonly properties: { readonly name?: string; readonly value?: number; readonly message?: string }
}

/** The page `measured` and a collector, which is slow to answer. */
async function startServer() {
  const files = await bundlePage('measured')
  const taken: Taken[] = []
  let hasRun = false
  const server = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const file = files.get(pathname)
    if (file) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(file.code)
    if (pathname === '/collect') {
      taken.push(...(JSON.parse(await readBody(request)) as { events: Taken[] }).events)
      return void response.writeHead(202).end()
    }
    hasRun ||= pathname === '/ran'
    response.writeHead(200, { 'content-type': 'text/html' })
    const script = pathname === '/' ? '<script type="module" src="/page.js"></script>' : ''
    return void response.end(`<!doctype html><title>Measured</title><link rel="icon" href="data:,"><body>${script}`)
  })
  /** Of the first page. */
  const ofKind = (wanted: string) =>
    taken.filter(({ kind, url }) => kind === wanted && url.endsWith('?first')).map(({ properties }) => properties)
  return { ...server, ofKind, hasRun: () => hasRun }
}

const ENDS: readonly (readonly [how: string, end: (tab: EngineTab, url: string) => Promise<void>])[] = [
  ['it is left', (tab, url) => tab.goto(`${url}/elsewhere`)],
  ['its tab is closed', (tab) => tab.close()],
]

for (const [how, end] of ENDS)
  test(
    `what a page is measured by, and its errors, arrive when ${how}`,
    { tag: ['@core', '@engines'] },
    async ({ engine }) => {
      const server = await startServer()
      const profile = await engine.open()
      try {
        const tab = await profile.openTab()
        await tab.goto(`${server.url}/?first`)
        await tab.until(() => globalThis.measured?.isReady)
        const supported = await tab.run(() => [...PerformanceObserver.supportedEntryTypes])
        const wanted = [
          ...['FCP', 'TTFB'],
          ...(supported.includes('largest-contentful-paint') ? ['LCP'] : []),
          ...(supported.includes('layout-shift') ? ['CLS'] : []),
        ]
        await end(tab, server.url)
        // What the end of the page could not send, the next one does.
        const next = await profile.openTab()
        await next.goto(server.url)
        const names = () => [...new Set(server.ofKind('vital').map(({ name }) => name))].sort()
        await expect.poll(names).toEqual([...wanted].sort())
        const missing = () => {
          const all = ['after a while', 'nobody handles it', ...(server.hasRun() ? ['at the end of the page'] : [])]
          const known = server.ofKind('error').map(({ message }) => message)
          return all.filter((message) => !known.includes(message))
        }
        await expect.poll(missing).toEqual([])
        const shift = server.ofKind('vital').find(({ name }) => name === 'CLS')
        if (shift) expect(shift.value).toBeGreaterThan(0)
      } finally {
        await profile.close()
        await server.close()
      }
    },
  )

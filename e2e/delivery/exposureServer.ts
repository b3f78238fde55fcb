import type { IncomingMessage, ServerResponse } from 'node:http'
import { bundlePage } from 'stage/bundlePage'
import { listen } from 'stage/listen'

/** `redirect`: the page leaves at once. `stay`: it does not. */
export type Variation = 'redirect' | 'stay'

/** The server of one visitor: an origin of its own, so that visitors share no storage, in one browser. */
export interface VisitorServer {
  readonly url: string
  readonly person: string
  readonly variation: Variation
  /** The paths of the pages that were asked for. */
  readonly pages: readonly string[]
  /** From now on who-am-i does not answer before `answer` is called. */
  hold(): void
  answer(): void
  close(): Promise<void>
}

interface VisitorOptions {
  collector: string
  person: string
  variation: Variation
  /** The path to which the page redirects. */
  target: string
}

const VERSION = 5

/** Serves the page `exposures` of the stage, who-am-i and the flags of one visitor. */
export async function startVisitorServer({
  collector,
  person,
  variation,
  target,
}: VisitorOptions): Promise<VisitorServer> {
  const files = await bundlePage('exposures')
  const token = person.padEnd(36, '~')
  const visit = JSON.stringify({ collector, token, target })
  const html = `<!doctype html><title>Landing</title><link rel="icon" href="data:,">
<script>globalThis.VISIT = ${visit}</script><script type="module" src="/page.js"></script>`
  const flags = { landing: { value: variation, version: VERSION, variation: variation === 'redirect' ? 1 : 0 } }
  const pages: string[] = []
  const waiting: (() => void)[] = []
  let isHeld = false

  function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const send = (type: string, body: string) =>
      void response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const file = files.get(pathname)
    if (file) return send('text/javascript', file.code)
    if (pathname.startsWith('/sdk/')) return send('application/json', JSON.stringify(flags))
    if (pathname.endsWith('/who-am-i')) {
      const tell = () => send('application/json', JSON.stringify({ unique_identity: person }))
      return isHeld ? void waiting.push(tell) : tell()
    }
    pages.push(pathname)
    return send('text/html', pathname === '/away' ? '<!doctype html><title>Away</title>' : html)
  }

  return {
    ...(await listen(serve)),
    person,
    variation,
    pages,
    hold: () => void (isHeld = true),
    answer() {
      isHeld = false
      for (const tell of waiting.splice(0)) tell()
    },
  }
}

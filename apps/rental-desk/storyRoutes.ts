import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, Plugin } from 'vite'

/** For how long a story switches the collector off at most, in milliseconds. */
const OFF_AT_MOST_MS = 60_000

/**
 * What the stories of the demo do beside the application: they switch the collector off and on, and read what it has. The services take such
 * commands from their console only, which is why the server of the demo passes them on.
 */
export function storyRoutes(services: string): Plugin {
  const handle: Connect.NextHandleFunction = (request, response) => {
    if (!isOwn(request)) return answer(response, 403, {})
    const wanted = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    if (wanted === 'POST /collector/off') return void setCollector({ type: 'reset' }, response)
    if (wanted === 'POST /collector/on') return void setCollector(null, response)
    if (wanted === 'GET /quotes') return void quotes(response)
    return answer(response, 404, {})
  }

  let timer: ReturnType<typeof setTimeout> | undefined

  async function setCollector(kind: object | null, response?: ServerResponse): Promise<void> {
    clearTimeout(timer)
    // A tab that is closed in the middle of a story cannot switch the collector on again.
    if (kind) timer = setTimeout(() => void setCollector(null), OFF_AT_MOST_MS).unref()
    try {
      const { status } = await fetch(`${services}/console/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: new URL(services).origin },
        body: JSON.stringify({ route: 'collect', kind }),
      })
      if (response) answer(response, status, {})
    } catch {
      if (response) answer(response, 502, {})
    }
  }

  async function quotes(response: ServerResponse): Promise<void> {
    try {
      const lines = (await (await fetch(`${services}/console/events.ndjson`)).text()).split('\n').filter(Boolean)
      const events = lines.map((line) => JSON.parse(line) as { readonly name: string })
      answer(
        response,
        200,
        events.filter(({ name }) => name === 'Quote sent'),
      )
    } catch {
      answer(response, 502, {})
    }
  }

  return {
    name: 'story-routes',
    configureServer: ({ middlewares }) => void middlewares.use('/stories', handle),
    configurePreviewServer: ({ middlewares }) => void middlewares.use('/stories', handle),
  }
}

/** Whether a page of the demo has sent it. A page of another origin could not read the answer to a GET. */
function isOwn({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  // Browsers before 2023. All of them say the origin of a POST.
  if (headers.origin === undefined) return method === 'GET'
  return headers.origin === `http://${headers.host}` || headers.origin === `https://${headers.host}`
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-store')
  response.end(JSON.stringify(body))
}

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { allowOrigin } from 'stage/allowOrigin'
import { listen, type Listening } from 'stage/listen'
import { readBody } from 'stage/readBody'
import { wholeEvents } from 'stage/wholeEvents'

export interface ArrivedEvent {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly url: string
  readonly identity: { readonly id?: string }
  readonly properties: Readonly<Record<string, unknown>>
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface RecordedServices extends Listening {
  /** The requests to who-am-i, the flag service, the collector and the console, preflights included. */
  readonly asked: readonly Asked[]
  /** What the collector was given, copies included. */
  readonly arrived: readonly ArrivedEvent[]
}

/** Answers the requests that are not for the services. */
export type Pages = (pathname: string, request: IncomingMessage, response: ServerResponse) => unknown

/** The addresses that the library asks for or reports to, below any folder. */
const OF_THE_LIBRARY = /\/(who-am-i|sdk|eval|events|collect|local)(\/|$)/

const PERSONS: Readonly<Record<string, object>> = {
  '0b7d94c6-e21f-47a3-a58c-c4916d2e7b04': { unique_identity: 'who:ida', user_name: 'Ida' },
  '5f0c8a51-7a0b-4bb0-9a53-0c1f0f3f1d11': { unique_identity: 'who:otto', user_name: 'Otto' },
}
export const [IDA = '', OTTO = ''] = Object.keys(PERSONS)

const FLAGS = JSON.stringify({
  'new-pricing': { value: true, version: 1, flagVersion: 1, variation: 0, trackEvents: false },
})

/** Who-am-i, the flag service, a collector and a console that never fail, and the pages of an application, on one port. */
export async function startRecordedServices(pages: Pages): Promise<RecordedServices> {
  const asked: Asked[] = []
  const arrived: ArrivedEvent[] = []

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    allowOrigin(request, response)
    response.setHeader('cache-control', 'no-store')
    const [, service] = OF_THE_LIBRARY.exec(pathname) ?? []
    if (!service) return pages(pathname, request, response)

    asked.push({ method: request.method ?? '', path: pathname, headers: request.headers })
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    if (service === 'who-am-i') return tellWho(request, response)
    if (service === 'eval') return stream(response)
    if (service === 'sdk') return sendJson(response, pathname.includes('/goals/') ? '[]' : FLAGS)
    const body = await readBody(request)
    if (service === 'collect') arrived.push(...wholeEvents<ArrivedEvent>(body))
    return response.writeHead(202).end()
  }

  const server = await listen((request, response) => void answer(request, response).catch(() => response.destroy()))
  return { ...server, asked, arrived }
}

function tellWho({ headers }: IncomingMessage, response: ServerResponse) {
  const person = PERSONS[headers.authorization?.replace('Bearer ', '') ?? '']
  if (person) sendJson(response, JSON.stringify(person))
  else response.writeHead(401).end()
}

function stream(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`event: put\ndata: ${FLAGS}\n\n`)
}

function sendJson(response: ServerResponse, body: string) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

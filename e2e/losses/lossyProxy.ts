import type { IncomingMessage, ServerResponse } from 'node:http'
import { allowOrigin } from 'stage/allowOrigin'
import { listen, type Listening } from 'stage/listen'
import { readBody } from 'stage/readBody'
import { wholeEvents } from 'stage/wholeEvents'
import type { Batch, Numbered } from './evidence.ts'

/** What happens to the next batches that come. */
export type Fault =
  | { readonly type: 'none' }
  /** It answers 503 after so many batches. */
  | { readonly type: 'down'; readonly after: number }
  /** The collector acknowledges so many batches, and does not store this share of the events in each of them. */
  | { readonly type: 'forget'; readonly times: number; readonly share: number }
  /** It answers 202 to so many batches, and throws them away. */
  | { readonly type: 'drop'; readonly times: number }
  /** The collector stores so many batches, whose answers are lost. */
  | { readonly type: 'lose the answer'; readonly times: number }

/** A proxy in front of a real collector. */
export interface LossyProxy extends Listening {
  /** All that it has got, in order. */
  readonly batches: readonly Batch[]
  /** How many batches it has answered with 503. */
  unavailable(): number
  /** How many batches are left for which the fault holds. */
  remaining(): number
  set(fault: Fault): void
}

/** The names of events that the collector refuses begin so. */
const REFUSED = 'refused'

type Sent = Numbered & { readonly id: string; readonly name: string }

export async function startLossyProxy(collector: string): Promise<LossyProxy> {
  const batches: Batch[] = []
  let fault: Fault = { type: 'none' }
  let left = 0
  let unavailable = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const text = await readBody(request)
    if (request.method !== 'POST') return forward(request, response, text)
    const events = wholeEvents<Sent>(text)
    if (events.some(({ name }) => name.startsWith(REFUSED))) return refuse(request, response, 400)
    const { app, pages = {}, ...rest } = JSON.parse(text)
    const [page = ''] = Object.keys(pages).filter((one) => 'last' in pages[one])
    const batch = { sender: app.platform, page, pages, events: events.map(numbered), isPassed: true }

    if (fault.type === 'down' && left <= 0) {
      unavailable += 1
      return refuse(request, response, 503)
    }
    // A collector that forgets all events of a batch may as well be a proxy that drops it.
    const isMeant = left > 0 && (fault.type !== 'forget' || events.length > 1)
    if (isMeant) left -= 1
    if (!isMeant || fault.type === 'down' || fault.type === 'none') {
      if (await forward(request, response, text)) batches.push(batch)
      return
    }
    if (fault.type === 'drop') {
      batches.push({ ...batch, isPassed: false, fault: { kind: 'a proxy drops a batch', events: batch.events } })
      return refuse(request, response, 202)
    }
    if (fault.type === 'lose the answer') {
      const fate = { kind: 'a batch is stored twice', events: batch.events } as const
      if (await forward(request, undefined, text)) batches.push({ ...batch, fault: fate })
      return void response.destroy()
    }
    const gone = events.slice(0, Math.min(events.length - 1, Math.ceil(events.length * fault.share)))
    const isGone = new Set(gone.map(({ id }) => id))
    const kept = rest.events.filter(({ id }: Sent) => !isGone.has(id))
    const passed = await forward(request, response, JSON.stringify({ app, pages, ...rest, events: kept }))
    if (passed) batches.push({ ...batch, fault: { kind: 'the collector forgets events', events: gone.map(numbered) } })
  }

  /** Answers whether the collector has acknowledged it. Without a response, nobody hears its answer. */
  async function forward(request: IncomingMessage, response: ServerResponse | undefined, body: string) {
    const { method = '', headers, url } = request
    const answered = await fetch(`${collector}${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value]] : [],
      ),
      ...(method === 'POST' && { body }),
    })
    const text = await answered.text()
    response?.writeHead(answered.status, [...answered.headers].filter(([name]) => !HOP_BY_HOP.has(name)).flat())
    response?.end(text)
    return answered.ok
  }

  const listening = await listen((request, response) => void answer(request, response).catch(() => response.destroy()))
  return {
    ...listening,
    batches,
    unavailable: () => unavailable,
    remaining: () => left,
    set(next) {
      fault = next
      left = next.type === 'none' ? 0 : next.type === 'down' ? next.after : next.times
    },
  }
}

/** Headers of one connection, and of a body that is packed or has another length. */
const HOP_BY_HOP = new Set(
  ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'].concat(
    'accept-encoding',
  ),
)

function refuse(request: IncomingMessage, response: ServerResponse, status: number) {
  allowOrigin(request, response)
  response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
}

const numbered = ({ page, n, name }: Sent) => ({ page, n, name })

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from './readBody.ts'
import { listen, type Listening } from './listen.ts'

/** `unavailable` answers 503, `hanging` never answers, `silent` neither, but takes all, `resetting` cuts the connection off. */
export type Health = 'healthy' | 'unavailable' | 'hanging' | 'silent' | 'resetting'

export interface StoredEvent {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly at: number
  readonly identity: { readonly id?: string }
  readonly properties: Readonly<Record<string, unknown>>
}

export interface Collector extends Listening {
  /** How it behaves from now on: everywhere, or for one path. */
  setHealth(health: Health, path?: string): void
  /** What Telltale's protocol has brought to a path: once for each id. */
  stored(path?: string): readonly StoredEvent[]
  /** How often each name of an event was in a body that was answered with 2xx, whatever the protocol; on all paths or one. */
  taken(path?: string): ReadonlyMap<string, number>
}

/** Names of tracked events, as `eventName` makes them, in whatever way an SDK wraps them up. */
const NAME = /\bev-[a-z0-9]+-t\d+-n\d+\b/g

/** What any of the SDKs expects of its server. */
const THANKS = { code: 200, status: 1, success: true, error: null, accepted: 0, featureFlags: {} }

/** A collector that a test can break, and that counts what it has taken. */
export async function startCollector(): Promise<Collector> {
  const healths = new Map<string, Health>()
  const stores = new Map<string, Map<string, StoredEvent>>()
  const counts = new Map<string, Map<string, number>>()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const health = healths.get(pathname) ?? healths.get('') ?? 'healthy'
    if (health === 'resetting') return void request.socket.resetAndDestroy()
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = await readBody(request)
    if (health === 'hanging') return
    if (health === 'unavailable') return void response.writeHead(503).end()
    const stored = take(pathname, body)
    if (health === 'silent') return
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...THANKS, stored }))
  }

  /** Answers which of the ids that Telltale asks for are stored. */
  function take(path: string, body: string): readonly string[] {
    for (const count of [countsOf(''), countsOf(path)]) {
      for (const [name] of body.matchAll(NAME)) count.set(name, (count.get(name) ?? 0) + 1)
    }
    const store = stores.get(path) ?? new Map<string, StoredEvent>()
    stores.set(path, store)
    const { events, ids } = batchIn(body)
    for (const event of events) if (!store.has(event.id)) store.set(event.id, event)
    return ids.filter((id) => store.has(id))
  }

  function countsOf(path: string) {
    const known = counts.get(path) ?? new Map<string, number>()
    counts.set(path, known)
    return known
  }

  const listening = await listen((request, response) => void answer(request, response).catch(() => response.destroy()))
  return {
    ...listening,
    setHealth: (health, path = '') => void healths.set(path, health),
    stored: (path = '/collect') => [...(stores.get(path)?.values() ?? [])],
    taken: (path = '') => countsOf(path),
  }
}

function batchIn(body: string): { events: readonly StoredEvent[]; ids: readonly string[] } {
  try {
    const { events, ids = [] } = JSON.parse(body)
    return { events: Array.isArray(events) ? events.filter((event) => typeof event.id === 'string') : [], ids }
  } catch {
    return { events: [], ids: [] }
  }
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse) {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*')
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, OPTIONS')
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-max-age', '600')
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { allowOrigin } from './allowOrigin.ts'
import { readBody } from './readBody.ts'
import { listen, type Listening } from './listen.ts'
import { wholeEvents } from './wholeEvents.ts'

/**
 * `unavailable` answers 503, `hanging` never answers, `silent` neither, but takes all, `resetting` cuts the connection off.
 * `portal` answers 200 with a page of its own, as the network of a hotel does. `redirecting` sends each request on to the sign-in page of another origin, as a proxy does when a session has ended.
 */
export type Health = 'healthy' | 'unavailable' | 'hanging' | 'silent' | 'resetting' | 'redirecting' | 'portal'

export interface StoredEvent {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly at: number
  readonly identity: { readonly id?: string; readonly impersonator?: string }
  readonly properties: Readonly<Record<string, unknown>>
  /** Absent: a call of `track`, or the load event. */
  readonly kind?: string
  /** The digest of an exposure. */
  readonly exposure?: string
  /** When the collector got it, in milliseconds since 1970. */
  readonly storedAt: number
}

export interface Collector extends Listening {
  /** How it behaves from now on: everywhere, or for one path. */
  setHealth(health: Health, path?: string): void
  /** Breaks off the requests that hang, as a proxy does after a minute. */
  breakOff(): void
  /** What Telltale's protocol has brought to a path: once for each id. */
  stored(path?: string): readonly StoredEvent[]
  /** How often each name of an event was in a body that was answered with 2xx, whatever the protocol; on all paths or one. */
  taken(path?: string): ReadonlyMap<string, number>
  /** How many requests with a body have reached it, however it behaved. */
  asked(): number
  /** How many requests it has answered with a redirect, and how many have followed one to the sign-in page. */
  readonly redirects: { answered: number; followed: number }
}

/** Names of tracked events, as `eventName` makes them, in whatever way an SDK wraps them up. */
const NAME = /\bev-[a-z0-9]+-t\d+-n\d+\b/g

/** Where the collector redirects to when it is `redirecting`. */
const SIGN_IN = '/login'

const HTML = { 'content-type': 'text/html' }

/** What any of the SDKs expects of its server. */
const THANKS = { code: 200, status: 1, success: true, error: null, accepted: 0, featureFlags: {} }

/** A collector that a test can break, and that counts what it has taken. `onTaken` gets each body that it stores. */
export async function startCollector(onTaken: (body: string) => void = () => {}): Promise<Collector> {
  const healths = new Map<string, Health>()
  const stores = new Map<string, Map<string, StoredEvent>>()
  const counts = new Map<string, Map<string, number>>()
  const redirects = { answered: 0, followed: 0 }
  const hanging = new Set<ServerResponse>()
  let asked = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const health = healths.get(pathname) ?? healths.get('') ?? 'healthy'
    if (health === 'resetting') return void request.socket.resetAndDestroy()
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = await readBody(request)
    if (pathname === SIGN_IN) return signIn(response)
    asked += 1
    if (health === 'portal')
      return void response.writeHead(200, HTML).end('<!doctype html><title>Welcome</title><p>Welcome to our network')
    if (health === 'redirecting') return redirect(request, response)
    if (health === 'hanging') return hang(response)
    if (health === 'unavailable') return void response.writeHead(503).end()
    const stored = take(pathname, body)
    if (health === 'silent') return hang(response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...THANKS, stored }))
  }

  function hang(response: ServerResponse) {
    hanging.add(response)
    response.on('close', () => hanging.delete(response))
  }

  function redirect({ headers }: IncomingMessage, response: ServerResponse) {
    redirects.answered += 1
    // The same server under its other name: another origin to the browser.
    const location = `http://${headers.host?.replace('127.0.0.1', 'localhost')}${SIGN_IN}`
    response.writeHead(302, { location }).end()
  }

  function signIn(response: ServerResponse) {
    redirects.followed += 1
    response.writeHead(200, HTML).end('<!doctype html><title>Sign in</title>')
  }

  /** Answers which of the ids that Telltale asks for are stored. */
  function take(path: string, body: string): readonly string[] {
    for (const count of [countsOf(''), countsOf(path)]) {
      for (const [name] of body.matchAll(NAME)) count.set(name, (count.get(name) ?? 0) + 1)
    }
    const store = stores.get(path) ?? new Map<string, StoredEvent>()
    stores.set(path, store)
    const { events, ids } = batchIn(body)
    onTaken(body)
    for (const event of events) if (!store.has(event.id)) store.set(event.id, { ...event, storedAt: Date.now() })
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
    breakOff: () => hanging.forEach((response) => response.destroy()),
    stored: (path = '/collect') => [...(stores.get(path)?.values() ?? [])],
    taken: (path = '') => countsOf(path),
    asked: () => asked,
    redirects,
  }
}

function batchIn(body: string): { events: readonly StoredEvent[]; ids: readonly string[] } {
  try {
    const { ids = [] } = JSON.parse(body)
    return { events: wholeEvents<StoredEvent>(body), ids }
  } catch {
    return { events: [], ids: [] }
  }
}

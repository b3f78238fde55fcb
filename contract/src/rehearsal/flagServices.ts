import type { Arrived, Endpoint, StandInServer } from './standInServer.ts'

/** A flag as the client-side service sends it; what is absent it sends as `null`. */
export interface WireFlag {
  value: unknown
  version?: number
  flagVersion?: number | null
  variation?: number | null
  reason?: object | null
  trackEvents?: boolean
  trackReason?: boolean
  debugEventsUntilDate?: number | null
  prerequisites?: readonly string[]
}

export type WireFlags = Record<string, WireFlag>

export interface AnalyticsEvent {
  kind: string
  key?: string
  [property: string]: unknown
}

/** The fields as the vendor's own service fills them in. */
export const wireFlag = (flag: WireFlag) => ({
  version: 0,
  flagVersion: null,
  variation: null,
  reason: null,
  trackEvents: false,
  trackReason: false,
  debugEventsUntilDate: null,
  ...flag,
})

const wireFlags = (flags: WireFlags) =>
  JSON.stringify(Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, wireFlag(flag)])))

export interface PollingService extends Endpoint {
  /** From the next poll on. */
  set(flags: WireFlags): void
}

/** Answers polls with these flags, under an entity tag and an environment's name if given. */
export function startPolling(
  server: StandInServer,
  flags: WireFlags,
  { etag, environmentId }: { etag?: string; environmentId?: string } = {},
): PollingService {
  let json = wireFlags(flags)
  const endpoint = server.endpoint(({ headers, response }) => {
    if (environmentId) response.setHeader('x-ld-envid', environmentId)
    if (etag) response.setHeader('etag', etag)
    if (etag && headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.setHeader('content-type', 'application/json').end(json)
  })
  return {
    ...endpoint,
    set(others) {
      json = wireFlags(others)
    },
  }
}

export interface StreamingService extends Endpoint {
  /** To the connection that came last. */
  send(event: 'put' | 'patch' | 'delete' | 'ping', data: object): void
}

/** What the n-th connection gets: a stream that begins with these flags, a status, or a broken connection. */
export type Connection = WireFlags | number | 'broken'

/** Answers the first connection with the first of these, and so on; further ones with the last. */
export function startStreaming(
  server: StandInServer,
  connections: readonly Connection[],
  environmentId?: string,
): StreamingService {
  let count = 0
  let last: Arrived | undefined

  const send: StreamingService['send'] = (event, data) =>
    void last?.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

  const endpoint = server.endpoint((request) => {
    const connection = connections[Math.min(count, connections.length - 1)]
    count += 1
    if (connection === 'broken') return request.cut()
    if (typeof connection === 'number') return void request.response.writeHead(connection).end()
    last = request
    if (environmentId) request.response.setHeader('x-ld-envid', environmentId)
    request.response.writeHead(200, { 'content-type': 'text/event-stream' })
    request.response.write(`event: put\ndata: ${wireFlags(connection ?? {})}\n\n`)
  })
  return { ...endpoint, send }
}

export interface EventSink extends Endpoint {
  /** The events of the next post; the same post, sent again, is left out. */
  batch(): Promise<AnalyticsEvent[]>
}

/** Takes events; `date` is what it takes for the time, and `none` when it says nothing of that. */
export function startEventSink(server: StandInServer, { date }: { date?: Date | 'none' } = {}): EventSink {
  const endpoint = server.endpoint(({ response }) => {
    if (date === 'none') response.sendDate = false
    else if (date) response.setHeader('date', date.toUTCString())
    response.writeHead(202).end()
  })
  const seen = new Set<string>()
  return {
    ...endpoint,
    async batch() {
      for (;;) {
        const { headers, body } = await endpoint.next()
        const id = String(headers['x-launchdarkly-payload-id'])
        if (seen.has(id)) continue
        seen.add(id)
        return JSON.parse(body) as AnalyticsEvent[]
      }
    },
  }
}

import type { Arrived, Endpoint, StandInServer } from './standInServer.ts'

/** A flag as the client-side service sends it. */
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

/** Fills in the fields that are missing as the vendor's own service does. */
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

/** What the n-th connection gets: a stream that begins with these flags, a status, or a broken connection. */
export type Connection = WireFlags | number | 'broken'

/** The state of the three flag services that a client uses. */
export interface FlagServiceState {
  flags?: WireFlags
  /** The answers to the connections of a stream. The last one answers all further connections. */
  stream?: readonly Connection[]
  /** The entity tag of a poll. */
  etag?: string
  environmentId?: string
  /** The time in the answers to event posts: by default this machine's, or no time at all. */
  date?: Date | 'none'
}

export interface FlagServices {
  /** `set` changes the flags for the polls that follow. */
  readonly poll: Endpoint & { set(flags: WireFlags): void }
  /** `send` writes to the connection that was opened last. */
  readonly stream: Endpoint & { send(event: 'put' | 'patch' | 'delete' | 'ping', data: object): void }
  /** `batch` waits for a post of events, and skips copies of an earlier post. */
  readonly events: Endpoint & { batch(): Promise<AnalyticsEvent[]> }
}

export const startFlagServices = (server: StandInServer, state: FlagServiceState): FlagServices => ({
  poll: startPolling(server, state),
  stream: startStreaming(server, state),
  events: startEventSink(server, state.date),
})

function startPolling(server: StandInServer, { flags = {}, stream, etag, environmentId }: FlagServiceState) {
  let json = wireFlags(flags)
  const endpoint = server.endpoint(({ headers, response }) => {
    // Where there is a stream, only the stream names the environment.
    if (environmentId && !stream) response.setHeader('x-ld-envid', environmentId)
    if (etag) response.setHeader('etag', etag)
    if (etag && headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.setHeader('content-type', 'application/json').end(json)
  })
  return { ...endpoint, set: (others: WireFlags) => void (json = wireFlags(others)) }
}

function startStreaming(server: StandInServer, { flags = {}, stream = [flags], environmentId }: FlagServiceState) {
  let count = 0
  let last: Arrived | undefined
  const endpoint = server.endpoint((request) => {
    const connection = stream[Math.min(count, stream.length - 1)]
    count += 1
    if (connection === 'broken') return request.cut()
    if (typeof connection === 'number') return void request.response.writeHead(connection).end()
    last = request
    if (environmentId) request.response.setHeader('x-ld-envid', environmentId)
    request.response.writeHead(200, { 'content-type': 'text/event-stream' })
    request.response.write(`event: put\ndata: ${wireFlags(connection ?? {})}\n\n`)
  })
  const send: FlagServices['stream']['send'] = (event, data) =>
    void last?.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  return { ...endpoint, send }
}

function startEventSink(server: StandInServer, date: FlagServiceState['date']) {
  const endpoint = server.endpoint(({ response }) => {
    if (date === 'none') response.sendDate = false
    else if (date) response.setHeader('date', date.toUTCString())
    response.writeHead(202).end()
  })
  const seen = new Set<unknown>()
  return {
    ...endpoint,
    async batch() {
      for (;;) {
        const { headers, body } = await endpoint.next()
        const id = headers['x-launchdarkly-payload-id']
        if (seen.has(id)) continue
        seen.add(id)
        return JSON.parse(body) as AnalyticsEvent[]
      }
    },
  }
}

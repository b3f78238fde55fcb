import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Command, EvaluateParams } from '../protocol/command.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'
import type { Service } from '../service/startFront.ts'
import {
  startEventSink,
  startPolling,
  startStreaming,
  type AnalyticsEvent,
  type Connection,
  type EventSink,
  type PollingService,
  type StreamingService,
  type WireFlags,
} from './flagServices.ts'
import { startStandInServer, type StandInServer } from './standInServer.ts'

type Section<Name extends keyof SdkConfig> = Partial<NonNullable<SdkConfig[Name]>>

export interface Setup extends Partial<Omit<SdkConfig, 'events' | 'polling' | 'streaming' | 'clientSide'>> {
  flags?: WireFlags
  /** Connections of a stream, which is open then. */
  stream?: readonly Connection[]
  etag?: string
  /** Told by the stream if there is one, and by the poll if there is none. */
  environmentId?: string
  /** What the event service takes for the time, or that it does not say. */
  date?: Date | 'none'
  isWithoutEvents?: boolean
  context?: object
  events?: Section<'events'>
  clientSide?: Section<'clientSide'>
}

export interface RehearsedClient {
  readonly poll: PollingService
  readonly stream: StreamingService
  readonly events: EventSink
  run(command: Command): Promise<Record<string, unknown>>
  /** Of any type, unless said otherwise. */
  evaluate(params: Partial<EvaluateParams> & { flagKey: string }): Promise<Record<string, unknown>>
  allFlags(): Promise<Record<string, unknown>>
  identify(context: object): Promise<unknown>
  /** Sends what waits, and answers what has arrived. */
  flush(): Promise<AnalyticsEvent[]>
  close(): Promise<number>
}

export interface RehearsalBench {
  readonly server: StandInServer
  readonly service: Service
  open(setup?: Setup): Promise<RehearsedClient>
  /** A client for this configuration alone. */
  openWith(config: SdkConfig, services: Pick<RehearsedClient, 'poll' | 'stream' | 'events'>): Promise<RehearsedClient>
  services(setup: Setup): Pick<RehearsedClient, 'poll' | 'stream' | 'events'>
}

export const ENVIRONMENT = 'my-credential'
export const USER = { kind: 'user', key: 'user-key' }

/** A test service and the flag services that it is to speak with, for all tests of a file. */
export function createRehearsalBench(start: () => Promise<Service>): RehearsalBench {
  let service: Service
  let server: StandInServer
  const open = new Set<RehearsedClient>()

  beforeAll(async () => {
    ;[server, service] = await Promise.all([startStandInServer(), start()])
  })
  afterEach(async () => {
    for (const client of open) await client.close()
    open.clear()
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })

  const services = ({ flags = {}, stream, etag, environmentId, date }: Setup) => ({
    poll: startPolling(server, flags, { ...(etag && { etag }), ...(environmentId && !stream && { environmentId }) }),
    stream: startStreaming(server, stream ?? [flags], environmentId),
    events: startEventSink(server, date && { date }),
  })

  async function openWith(configuration: SdkConfig, own: ReturnType<typeof services>): Promise<RehearsedClient> {
    const created = await send('POST', service.url, { tag: 'rehearsal', configuration })
    const { status, headers } = created
    if (status >= 300) throw new Error(`The client was not created: ${status} ${await created.text()}`)
    const url = service.url + String(headers.get('location'))

    async function run(command: Command) {
      const response = await send('POST', url, command)
      const text = await response.text()
      if (!response.ok) throw new Error(`${command.command}: ${response.status} ${text}`)
      return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    }

    const client: RehearsedClient = {
      ...own,
      run,
      evaluate: (params) => run({ command: 'evaluate', evaluate: { valueType: 'any', defaultValue: null, ...params } }),
      allFlags: async () => (await run({ command: 'evaluateAll' }))['state'] as Record<string, unknown>,
      identify: (context) =>
        run({ command: 'identifyEvent', identifyEvent: 'kind' in context ? { context } : { user: context } }),
      async flush() {
        await run({ command: 'flushEvents' })
        return own.events.batch()
      },
      async close() {
        open.delete(client)
        return (await send('DELETE', url)).status
      },
    }
    open.add(client)
    return client
  }

  return {
    get server() {
      return server
    },
    get service() {
      return service
    },
    services,
    openWith,
    open(setup = {}) {
      const { flags: _flags, stream, etag: _etag, environmentId: _id, date: _date, ...rest } = setup
      const { isWithoutEvents, context = USER, events, clientSide, ...config } = rest
      const own = services(setup)
      const initial = 'kind' in context ? { initialContext: context } : { initialUser: context }
      const configuration: SdkConfig = {
        credential: ENVIRONMENT,
        ...config,
        polling: { baseUri: own.poll.url },
        ...(stream && { streaming: { baseUri: own.stream.url, initialRetryDelayMs: 1 } }),
        ...(!isWithoutEvents && { events: { baseUri: own.events.url, ...events } }),
        clientSide: { ...initial, ...clientSide },
      }
      return openWith(configuration, own)
    },
  }
}

const send = (method: string, url: string, body?: object) =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

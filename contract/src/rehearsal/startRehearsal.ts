import { afterAll, afterEach } from 'vitest'
import type { Listening } from '../listen.ts'
import type { Command, CustomEventParams, EvaluateParams } from '../protocol/command.ts'
import type { SdkConfig } from '../protocol/sdkConfig.ts'
import { startFlagServices, type AnalyticsEvent, type FlagServices, type FlagServiceState } from './flagServices.ts'
import { startStandInServer, type StandInServer } from './standInServer.ts'

/** The harness's configuration, in which the addresses are filled in. A client polls and sends events unless a section is `null`. */
export interface Setup extends FlagServiceState, Partial<SdkConfig> {
  context?: object
  /** Services of another client, in place of new ones. */
  services?: FlagServices
  /** What follows each address. */
  slash?: '' | '/'
}

export interface RehearsedClient extends FlagServices {
  run(command: Command): Promise<Record<string, unknown>>
  /** The type is `any` by default. */
  evaluate(params: Partial<EvaluateParams> & { flagKey: string }): Promise<Record<string, unknown>>
  allFlags(): Promise<Record<string, unknown>>
  identify(context: object): Promise<unknown>
  track(eventKey: string, more?: Omit<CustomEventParams, 'eventKey'>): Promise<unknown>
  /** Sends the events, and returns those that have arrived. */
  flush(): Promise<AnalyticsEvent[]>
  /** Returns the status of the answer. */
  close(): Promise<number>
}

export interface Rehearsal {
  readonly server: StandInServer
  readonly service: Listening
  /** Rejects when the service cannot create the client. */
  open(setup?: Setup): Promise<RehearsedClient>
}

export const ENVIRONMENT = 'my-credential'
export const USER = { kind: 'user', key: 'user-key' }

/** Starts a test service, and the flag services that its clients use, for the tests of one file. */
export async function startRehearsal(start: () => Promise<Listening>): Promise<Rehearsal> {
  const [server, service] = await Promise.all([startStandInServer(), start()])
  const clients = new Set<RehearsedClient>()
  afterEach(async () => {
    for (const client of clients) await client.close()
    clients.clear()
  })
  afterAll(() => Promise.all([service.close(), server.close()]))

  return {
    server,
    service,
    async open({ flags, stream, etag, environmentId, date, ...setup } = {}) {
      const state = { flags, stream, etag, environmentId, date } as FlagServiceState
      const { context = USER, services = startFlagServices(server, state), slash = '', ...config } = setup
      const [polling, streaming, events] = [services.poll, services.stream, services.events].map(
        ({ url }) => url + slash,
      )
      const configuration: SdkConfig = {
        credential: ENVIRONMENT,
        serviceEndpoints: { polling, streaming, events },
        ...config,
        polling: config.polling === null ? null : { baseUri: polling, ...config.polling },
        streaming: stream && { baseUri: streaming, initialRetryDelayMs: 1 },
        events: config.events === null ? null : { baseUri: events, ...config.events },
        clientSide: { ['kind' in context ? 'initialContext' : 'initialUser']: context, ...config.clientSide },
      }
      const created = await send('POST', service.url, { tag: 'rehearsal', configuration })
      if (!created.ok) throw new Error(`The client was not created: ${created.status} ${await created.text()}`)
      const client = clientAt(service.url + created.headers.get('location'), services)
      clients.add(client)
      return client
    },
  }
}

function clientAt(url: string, services: FlagServices): RehearsedClient {
  async function run(command: Command) {
    const response = await send('POST', url, command)
    const text = await response.text()
    if (!response.ok) throw new Error(`${command.command}: ${response.status} ${text}`)
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  }
  return {
    ...services,
    run,
    evaluate: (params) => run({ command: 'evaluate', evaluate: { valueType: 'any', defaultValue: null, ...params } }),
    allFlags: async () => (await run({ command: 'evaluateAll' }))['state'] as Record<string, unknown>,
    identify: (context) =>
      run({ command: 'identifyEvent', identifyEvent: { ['kind' in context ? 'context' : 'user']: context } }),
    track: (eventKey, more) => run({ command: 'customEvent', customEvent: { eventKey, ...more } }),
    async flush() {
      await run({ command: 'flushEvents' })
      return services.events.batch()
    },
    close: async () => (await send('DELETE', url)).status,
  }
}

const send = (method: string, url: string, body?: object) =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

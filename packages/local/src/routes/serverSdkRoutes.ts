import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { FaultGate } from '../faults/faultGate.ts'
import type { FlagEvents } from '../flags/flagEvents.ts'
import type { FlagStore, LiveEnvironment } from '../flags/flagStore.ts'
import type { FlagStreams } from '../flags/flagStreams.ts'
import { serverData } from '../flags/serverData.ts'
import { readFlagEvents } from './readFlagEvents.ts'

export interface ServerSdkService {
  readonly store: FlagStore
  readonly streams: FlagStreams
  readonly events: FlagEvents
}

/** A server SDK runs on a server: no page may read these answers. */
const noCrossOrigin: MiddlewareHandler = async (_c, next) => next()

/**
 * The flag vendor's server-side protocol. The SDK key of an environment is its `secureModeKey`, or else its client-side id,
 * because the flags of a development machine are not secret.
 */
export function createServerSdkRoutes({ store, streams, events }: ServerSdkService, gate: FaultGate): Hono {
  const app = new Hono()

  function environmentOf(c: Context): LiveEnvironment | undefined {
    const key = c.req.header('authorization')
    return [...store.now().environments.values()].find(({ id, secureModeKey = id }) => secureModeKey === key)
  }

  function refuse(c: Context): Response {
    const message = 'The SDK key is unknown: it is the secureModeKey of an environment, or its client-side id.'
    return c.json({ message }, 401)
  }

  app.use('/sdk/latest-all', ...gate('flags', noCrossOrigin))
  app.use('/all', ...gate('flag-stream', noCrossOrigin))
  for (const path of ['/bulk', '/diagnostic']) app.use(path, ...gate('flag-events', noCrossOrigin))

  app.get('/sdk/latest-all', (c) => {
    const environment = environmentOf(c)
    if (!environment) return refuse(c)
    const now = store.now()
    const etag = `"${now.version}"`
    c.header('etag', etag)
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)
    return c.json(serverData(environment, now))
  })
  app.get('/all', (c) => {
    const environment = environmentOf(c)
    return environment ? streams.openServer(c, environment.id) : refuse(c)
  })
  app.post('/bulk', async (c) => {
    if (!environmentOf(c)) return refuse(c)
    const read = await readFlagEvents(c)
    if (read instanceof Response) return read
    events.add(read, c.req.header('X-LaunchDarkly-Payload-ID'))
    return c.body(null, 202)
  })
  app.post('/diagnostic', (c) => (environmentOf(c) ? c.body(null, 202) : refuse(c)))

  return app
}

import type { DeliveryOutcome, Destination } from '../events/destinations/destination.ts'
import { ownDestination } from './ownDestination.suite.ts'

type Create = () => Destination
type Change = Parameters<typeof ownDestination>[0]

const broken = (change: Change) => () => () => ownDestination(change)
/** Takes an answer with one of these statuses for something else. */
const at = (statuses: readonly number[], result: DeliveryOutcome) =>
  broken(({ judge }) => ({
    judge: async (answer, batch) => (statuses.includes(answer.status) ? result : judge(answer, batch)),
  }))

/** Called for each check: a module of an application begins anew. */
export const BROKEN_DESTINATIONS: readonly (readonly [check: string, defect: string, start: () => Create])[] = [
  [
    'the name of a destination is a text, and stays the same',
    'counts its instances',
    () => {
      let count = 0
      return () => ownDestination(() => ({ name: `own ${(count += 1)}` }))
    },
  ],
  [
    'each event arrives, and arrives once',
    'sends each request twice',
    broken(({ send }) => ({ send: async (request) => (await send(request), send(request)) })),
  ],
  [
    'a hundred events arrive',
    'leaves out the end of a batch',
    broken(({ body }) => ({ body: (batch) => body(batch.slice(0, 30)) })),
  ],
  [
    'events with values of any kind arrive',
    'takes each value to be a number or a text',
    broken(({ body }) => ({
      body: (batch) =>
        body(
          batch.filter(({ properties }) =>
            Object.values(properties).every((value) => String((value as string).length)),
          ),
        ),
    })),
  ],
  [
    'events without a user arrive',
    'takes each event to have a user',
    broken(({ body }) => ({
      body: (batch) =>
        body(batch.map((event) => ({ ...event, identity: { id: (event.identity.id as string).trim() } }))),
    })),
  ],
  [
    'no method throws, whatever the event is',
    'takes each event to have its property',
    broken(() => ({ accepts: ({ properties }) => (properties['check_mark'] as string).length > 0 })),
  ],
  [
    'no method throws, whatever the event is',
    'throws when it is stopped',
    broken(() => ({
      stop() {
        throw new Error('There is no socket.')
      },
    })),
  ],
  [
    'no method throws, whatever the event is',
    'rejects until it is ready',
    broken(() => ({ whenReady: () => Promise.reject(new Error('There is no socket.')) })),
  ],
  [
    'the destination of the next page works after the one before was stopped',
    'closes for good what all instances share',
    () => {
      let socket: 'open' | 'closed' = 'open'
      return () =>
        ownDestination(({ send }) => ({
          async send(request) {
            if (socket === 'closed') throw new Error('closed')
            return send(request)
          },
          stop: () => void (socket = 'closed'),
        }))
    },
  ],
  [
    'events wait while the network is down',
    'rejects without a network',
    broken(() => ({
      lost(error) {
        throw error
      },
    })),
  ],
  [
    'events wait while the service fails',
    'refuses events because of a status of the server',
    at([500, 502, 503, 504], { outcome: 'refused', reason: 'status' }),
  ],
  [
    'events wait while the service fails',
    'takes any answer of a server for a success',
    at([503], { outcome: 'delivered' }),
  ],
  [
    'events wait while the service does not let the application in',
    'refuses events because the session has expired',
    at([401, 403], { outcome: 'refused', reason: 'status' }),
  ],
  [
    'events wait while a redirect leads to a sign-in page',
    'takes an opaque redirect for a success',
    at([0], { outcome: 'delivered' }),
  ],
  [
    'events wait while a redirect leads to a sign-in page',
    'takes a sign-in page for a success',
    broken(({ request, judge }) => ({
      request: (body, context) => ({ ...request(body, context), redirect: 'follow' }),
      judge: async (answer, batch) => (answer.redirected ? { outcome: 'delivered' } : judge(answer, batch)),
    })),
  ],
  ['events wait while a captive portal answers', 'reads no body', at([200], { outcome: 'delivered' })],
  [
    'an answer that is cut off does not count against the events',
    'rejects if the answer cannot be parsed',
    broken(({ judge }) => ({
      async judge(answer, batch) {
        if (answer.headers.get('content-type') === 'application/json') await answer.clone().json()
        return judge(answer, batch)
      },
    })),
  ],
  [
    'the service is not asked again before the time of Retry-After',
    'does not read the time',
    at([429], { outcome: 'retry' }),
  ],
  [
    'the service is not asked again before the time of Retry-After',
    'takes seconds for milliseconds',
    at([429], { outcome: 'retry', afterMs: 200 }),
  ],
  [
    'a batch that is too large is divided',
    'takes a status below 500 for a success',
    at([413], { outcome: 'delivered' }),
  ],
  [
    'an event that the service refuses holds back no other, and is not lost',
    'drops what the service refuses',
    at([400, 422], { outcome: 'delivered' }),
  ],
  [
    'an event whose answer was lost is sent again with the same id',
    'gives each event another id',
    broken(({ body }) => ({
      body: (batch) =>
        body(batch.map((event) => ({ ...event, id: `00000000-0000-4000-8000-${String(Math.random()).slice(2, 14)}` }))),
    })),
  ],
  [
    'an event whose answer was lost is sent again with the same id',
    'lets a property replace the id',
    broken(() => ({ body: (batch) => JSON.stringify(batch.map(({ id, properties }) => ({ id, ...properties }))) })),
  ],
  [
    'no value of an event and no header is in a reason or in the console',
    'names the batch as a reason',
    broken(({ judge }) => ({
      judge: async (answer, batch) =>
        answer.status === 400 ? { outcome: 'refused', reason: JSON.stringify(batch) } : judge(answer, batch),
    })),
  ],
  [
    'no value of an event and no header is in a reason or in the console',
    'names its token as a cause',
    at([503], { outcome: 'retry', cause: 'token-of-the-page' }),
  ],
  [
    'no value of an event and no header is in a reason or in the console',
    'writes events to the console',
    broken(({ lost }) => ({ body: (batch) => (console.debug(batch), JSON.stringify(batch)), lost })),
  ],
  [
    'the request of a page that ends starts at once and outlives the page',
    'sends requests that end with the page',
    broken(({ request }) => ({ request: (body, context) => ({ ...request(body, context), keepalive: false }) })),
  ],
  [
    'the request of a page that ends starts at once and outlives the page',
    'waits before it sends',
    broken(({ send }) => ({ send: async (request) => (await Promise.resolve(), send(request)) })),
  ],
  [
    'an event of more than 64 KiB arrives',
    'lets each request outlive the page',
    broken(({ request }) => ({ request: (body, context) => ({ ...request(body, context), keepalive: true }) })),
  ],
  [
    'a request without an answer ends when the layer is closed',
    'does not pass on the signal',
    broken(({ request }) => ({ request: (body, context) => ({ ...request(body, context), signal: null }) })),
  ],
  [
    'a request without an answer ends when the layer is closed',
    'repeats a request that was aborted',
    broken(({ send }) => ({
      send: (request) =>
        send(request).catch((error: Error) => {
          if (error.name === 'TypeError') throw error
          return send({ ...request, signal: null })
        }),
    })),
  ],
]

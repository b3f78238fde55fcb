import { Hono, type Context } from 'hono'
import type { Log, RequestInfo } from '../collectorOptions.ts'
import { createAdminGuard } from './adminGuard.ts'
import { newestPart } from './newestPart.ts'
import { isKey } from '../door/eventProblem.ts'
import { reasonOf } from '../door/reasonOf.ts'
import { lossReader } from '../loss/lossMeter.ts'
import { consentOf } from '../store/consent.ts'
import { ON_THE_WAY_MS, OUTSTANDING_MS } from '../store/lossReport.ts'
import type { Erasure, EventReader, EventSink, PeopleStore, StoredEvent, Subject } from '../store/store.ts'

export interface AdminNeeds {
  readonly sink: EventSink & Partial<EventReader & PeopleStore>
  readonly adminToken: string | undefined
  readonly log: Log
  readonly now: () => number
}

interface Bindings {
  Bindings: RequestInfo
}

const ANSWERS = new Map([
  ['true', true],
  ['false', false],
])
const MINUTE_MS = 60_000
const ONLY_TAKES = 'only takes events. Ask a collector whose store can be read, such as the one that "consume" fills.'

/** What is not for pages: reading what is stored, and what somebody has the right to. */
export function createAdminRoutes({ sink, adminToken, log, now }: AdminNeeds): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const guard = createAdminGuard({ adminToken, log, now })
  const loss = lossReader(sink)
  const cannot = (c: Context) => c.json({ message: `${sink.name} ${ONLY_TAKES}` }, 501)
  const subjects: readonly (readonly [path: string, subjectOf: (c: Context) => Subject])[] = [
    ['/people/:id', (c) => ({ kind: 'person', id: c.req.param('id') ?? '' })],
    ['/visitors/:id', (c) => ({ kind: 'visitor', id: c.req.param('id') ?? '' })],
    [
      '/accounts/:kind/:id',
      (c) => ({ kind: 'account', accountKind: c.req.param('kind') ?? '', id: c.req.param('id') ?? '' }),
    ],
  ]

  for (const path of ['/events', '/loss', '/erasures', '/consents/*', '/people/*', '/visitors/*', '/accounts/*'])
    app.use(path, async (c, next) => {
      // A page that posts to a wrong path has no admin token.
      if (c.req.method === 'POST') return c.notFound()
      const refused = await guard(c)
      if (refused) return refused
      await next()
      c.res.headers.set('cache-control', 'no-store')
      return undefined
    })

  app.get('/events', async (c) => {
    const { newest } = sink
    return newest ? newestPart(c, { name: 'events', read: newest, rowOf: row }) : cannot(c)
  })

  app.get('/consents/:person', async (c) => {
    const [person, { consents }] = [c.req.param('person'), sink]
    if (!isId(person)) return noId(c)
    if (!consents) return cannot(c)
    return newestPart(c, {
      name: 'consents',
      read: (limit, before) => consents(person, limit, before),
      rowOf: consentOf,
    })
  })

  app.get('/loss', async (c) => {
    if (!loss) return cannot(c)
    const minutes = (name: string, ms: number) => {
      const given = Number(c.req.query(name) || NaN)
      return given >= 0 ? given * MINUTE_MS : ms
    }
    const times = {
      now: now(),
      onTheWayMs: minutes('onTheWay', ON_THE_WAY_MS),
      outstandingMs: minutes('outstanding', OUTSTANDING_MS),
    }
    return c.json(await loss(times))
  })

  app.get('/erasures', async (c) =>
    sink.erasures ? c.json({ erasures: (await sink.erasures()).map(order) }) : cannot(c),
  )

  for (const [path, subjectOf] of subjects) {
    for (const one of [path, `${path}/export`])
      app.use(one, async (c, next) => {
        const subject = subjectOf(c)
        const ids = subject.kind === 'account' ? [subject.accountKind, subject.id] : [subject.id]
        return ids.every(isId) ? next() : noId(c)
      })
    app.get(`${path}/export`, async (c) => {
      if (!sink.about) return cannot(c)
      const pages = sink.about(subjectOf(c))[Symbol.asyncIterator]()
      // Before the answer begins: a store that cannot be read has no empty export.
      const first = await pages.next()
      const failed = (error: unknown) => {
        log('error', 'An export was cut: the store has failed.', { reason: reasonOf(error) })
        c.env.cut?.()
        return c.env.cut !== undefined
      }
      return c.body(lines(first, { pages, failed }), 200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
    })
    app.delete(path, async (c) => {
      if (!sink.erase) return cannot(c)
      // `later` is also what happens from now on.
      const [later, keepsConsents] = ['later', 'keepConsents'].map((name) => ANSWERS.get(c.req.query(name) ?? 'false'))
      if (later === undefined) return c.json({ message: '"later" must be true or false.' }, 400)
      if (keepsConsents === undefined) return c.json({ message: '"keepConsents" must be true or false.' }, 400)
      return c.json(order(await sink.erase(subjectOf(c), later ? Infinity : now(), { keepsConsents })), 202)
    })
  }

  return app
}

/** Whether an event may have the id. No text of an event has a NUL. */
const isId = (id: string) => isKey(id) && !id.includes('\0')

const noId = (c: Context) => c.json({ message: 'No event can have this id.' }, 400)

/** JSON has no infinite numbers: without `before`, what happens later is deleted, too. */
const order = ({ before, ...erasure }: Erasure) => ({ ...erasure, ...(before !== Infinity && { before }) })

const row = ({ app, receivedAt, body }: StoredEvent) => ({ ...(JSON.parse(body) as object), app, receivedAt })

interface Rest {
  readonly pages: AsyncIterator<readonly StoredEvent[]>
  /** Returns whether the connection is broken: nobody needs the error then. */
  failed(error: unknown): boolean
}

/** Reads from the store only as fast as the client reads. */
function lines(first: IteratorResult<readonly StoredEvent[]>, { pages, failed }: Rest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<readonly StoredEvent[]>> = Promise.resolve(first)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await next
        if (done) return controller.close()
        controller.enqueue(encoder.encode(value.map((event) => `${JSON.stringify(row(event))}\n`).join('')))
        next = pages.next()
        next.catch(() => undefined)
      } catch (error) {
        // Until the broken connection cancels it, nothing comes any more.
        next = new Promise(() => undefined)
        if (!failed(error)) controller.error(new Error('The store has failed.'))
      }
    },
    async cancel() {
      await pages.return?.()
    },
  })
}

import type { AnalyticsEvent, EventProperties } from '../core/model/event.ts'
import type { Attempt } from '../core/model/diagnostics.ts'
import type { HttpRequest } from '../core/ports/transport.ts'
import type { BuiltInDestination, Destination } from '../events/destinations/destination.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { stubFetch, textOf } from '../testing/stubFetch.ts'
import { turn } from '../testing/turn.ts'
import { watchConsole } from '../testing/watchConsole.ts'
import { createPlainTelltale, type PlainTelltale } from './createPlainTelltale.ts'
import { createTestDisk, type TestDisk, type TestRequest } from './testBrowser.ts'

/** What `testDestination` has to know about a destination and its service. */
export interface TestDestinationOptions {
  /** What the service answers to a request that it accepts. Status 200 with `{}` when absent. */
  accepted?: FakeAnswer | ((request: TestRequest) => FakeAnswer) | undefined
  /** An event that the destination accepts, with the properties that it needs. Any event when absent. */
  event?: { readonly name: string; readonly properties?: EventProperties } | undefined
  /** `false` for a destination that does not send its events in requests: the checks of requests are left out. */
  http?: boolean | undefined
}

/** A request of the destination: of the global `fetch`, or of the layer. */
export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>
  /** Whether the browser finishes the request after the end of the page. */
  readonly keepalive: boolean
  readonly isAborted: () => boolean
  /** The time since the start of the check, in milliseconds. */
  readonly at: number
  /** Whether the body is there. */
  readonly isRead: boolean
  readonly has: (event: AnalyticsEvent) => boolean
  readonly hasId: (event: AnalyticsEvent) => boolean
}

/** `hangs`: there is no answer. `taken`: the service has the events, and answers so. */
export type Behaviour = (request: SentRequest) => FakeAnswer | 'accepts' | 'hangs' | { readonly taken: FakeAnswer }

/** A destination on a page, and its service under control of the check. */
export interface DestinationBench {
  readonly options: TestDestinationOptions
  readonly names: readonly string[]
  readonly requests: readonly SentRequest[]
  /** The attempts to deliver, with their reasons. */
  readonly attempts: readonly Attempt[]
  /** What was written to the console, by the layer or by the destination. */
  written(): readonly string[]
  /** Sets how the service behaves from now on. It accepts everything at first. */
  behave(behaviour: Behaviour): void
  /** Opens a page of the same browser, with a destination of its own. The page before is closed. */
  open(): PlainTelltale
  /** Tracks events, and returns them as destinations get them. */
  track(count: number, properties?: EventProperties): Promise<readonly AnalyticsEvent[]>
  /** How often the service has accepted the event. */
  arrivals(event: AnalyticsEvent): number
  /** How many events the browser keeps for the destination: those that wait, and those that it has refused. */
  kept(): Promise<{ readonly waiting: number; readonly refused: number }>
  pass(ms: number): Promise<void>
  /** Closes the layer of the page. */
  close(): void
  stop(): void
}

export const ADA = { unique_identity: 'ada-of-the-check', user_name: 'Ada Check', email_address: 'ada@check.test' }

const STEP_MS = 5_000
/** How many tasks the environment needs at most to read a body and its answer. */
const TURNS = 5

export function destinationBench(
  create: () => Destination | BuiltInDestination,
  options: TestDestinationOptions,
): DestinationBench {
  const disk: TestDisk = createTestDisk()
  const requests: SentRequest[] = []
  const attempts: Attempt[] = []
  const names: string[] = []
  const known: AnalyticsEvent[] = []
  const accepted = new Map<string, number>()
  const problems: (readonly string[])[] = []
  let behaviour: Behaviour = () => 'accepts'
  let page: PlainTelltale | undefined
  let now = 0
  let marks = 0
  let reading = 0
  const restoreFetch = stubFetch(({ body, signal, ...request }) => answer({ ...request, body }, signal))
  const console = watchConsole()

  const arrive = (id: string) => void accepted.set(id, (accepted.get(id) ?? 0) + 1)

  /** Notes the request in the task in which it is made. */
  async function answer(
    { body: given, ...request }: Omit<TestRequest, 'body'> & { body: string | Promise<string> },
    signal: AbortSignal | undefined,
  ): Promise<FakeAnswer> {
    let text = typeof given === 'string' ? given : undefined
    const has = (event: AnalyticsEvent) => text !== undefined && carries(text, event)
    const sent: SentRequest = {
      headers: request.headers ?? {},
      keepalive: request.keepalive ?? false,
      isAborted: () => signal?.aborted ?? false,
      at: now,
      get isRead() {
        return text !== undefined
      },
      has,
      hasId: (event) => text !== undefined && idsOf(event).some((id) => text?.includes(id)),
    }
    requests.push(sent)
    if (text === undefined) {
      reading += 1
      text = await Promise.resolve(given).finally(() => void (reading -= 1))
    }
    const { accepted: acceptance = { status: 200, body: {} } } = options
    const accept = () => (typeof acceptance === 'function' ? acceptance({ ...request, body: text ?? '' }) : acceptance)
    const events = known.filter(has)
    // A request without events is another one, such as for a token.
    const how = events.length > 0 ? behaviour(sent) : 'accepts'
    if (how === 'hangs') return new Promise<never>(() => {})
    const isTaken = typeof how === 'object' && 'taken' in how
    if (how !== 'accepts' && !isTaken) return how
    for (const { id } of events) arrive(id)
    return isTaken ? how.taken : accept()
  }

  function close() {
    page?.close()
    page = undefined
  }

  /** The layer ends whatever `stop` does. That it throws is noted for the one check that looks for it. */
  function made(): Destination | BuiltInDestination {
    const destination = create() as Destination
    const { stop } = destination
    if (typeof stop === 'function' && !Object.isFrozen(destination))
      destination.stop = () => {
        try {
          return stop.call(destination)
        } catch (error) {
          problems.push([`stop has thrown (${String(error)})`])
        }
      }
    return destination
  }

  function open(): PlainTelltale {
    close()
    const next = createPlainTelltale({
      disk,
      identity: ADA,
      server: ({ signal, body, bytes, ...request }: TestRequest & Pick<HttpRequest, 'signal' | 'bytes'>) =>
        answer({ ...request, body: bytes ? textOf(bytes) : (body ?? '') }, signal),
      settings: {
        destinations: [made()],
        observers: [
          {
            name: 'check',
            start({ destinations, on }) {
              names.push(...destinations)
              const undo = [
                on('event', (event) => known.push(event)),
                on('attempt', (one) => attempts.push(one)),
                on('progress', ({ step, id }) => {
                  if (options.http === false && step === 'acknowledged') arrive(id)
                }),
              ]
              return () => undo.forEach((step) => step())
            },
          },
        ],
      },
    })
    problems.push(next.problems())
    page = next
    return next
  }

  /** Time stands still while an answer is read. */
  async function pass(ms: number) {
    for (const end = now + ms; now < end;) {
      const before = requests.length
      const step = Math.min(STEP_MS, end - now)
      await page?.advance(step)
      now += step
      for (let turns = requests.length > before ? TURNS : 1; turns > 0 || reading > 0; turns -= 1) {
        await turn()
        await page?.advance(0)
      }
    }
  }

  return {
    options,
    names,
    requests,
    attempts,
    open,
    close,
    pass,
    async kept() {
      const counts = await page?.counts()
      return { waiting: sum(counts?.waiting.unread), refused: sum(counts?.refused) }
    },
    written: () => [...problems.flat(), ...console.written],
    behave: (next) => void (behaviour = next),
    async track(count, properties = {}) {
      const { name = 'Checked', properties: needed = {} } = options.event ?? {}
      const before = known.length
      for (let index = 0; index < count; index += 1) {
        marks += 1
        page?.track(name, { ...needed, ...properties, check_mark: `mark-${String(marks).padStart(5, '0')}` })
      }
      await page?.advance(0)
      return known.slice(before).filter((event) => event.name === name)
    },
    arrivals: ({ id }) => accepted.get(id) ?? 0,
    stop() {
      restoreFetch()
      console.stop()
      close()
    },
  }
}

const sum = (counts: Readonly<Record<string, number>> = {}) =>
  Object.values(counts).reduce((all, count) => all + count, 0)

/** By its mark or its id: a format may leave out one of them. */
const carries = (text: string, event: AnalyticsEvent): boolean => {
  const mark = event.properties['check_mark']
  return (typeof mark === 'string' && text.includes(mark)) || idsOf(event).some((id) => text.includes(id))
}

/** The id as text, with and without hyphens, and as bytes. */
function idsOf({ id }: AnalyticsEvent): readonly string[] {
  const digits = id.replaceAll('-', '')
  return [id, digits, digits.replaceAll(/../g, (two) => String.fromCharCode(Number.parseInt(two, 16)))]
}

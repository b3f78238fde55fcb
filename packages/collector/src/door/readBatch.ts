import type { PlanCheck } from '../collectorOptions.ts'
import type { Batch, IncomingEvent } from '../store/store.ts'
import type { CollectedEvent } from './collectedEvent.ts'
import { eventProblem } from './eventProblem.ts'
import { type FlagsInCommon, flagsInCommon } from './flagsInCommon.ts'
import { incomingEvent } from './incomingEvent.ts'
import { isRecord, parseJson } from './parseJson.ts'
import type { Redaction } from './redact.ts'
import { readNotes } from './readNotes.ts'
import { sharedBytes } from './sharedBytes.ts'
import { momentOf, readShared, withFlags, withMoment } from './withShared.ts'

/** What is known about a request beside its body. */
export interface Arrival {
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  readonly engine: string
  /** The most events. */
  readonly maxEvents: number
  /** The most bytes that the events may have in the store, with what they share. */
  readonly maxStoredBytes: number
  /** Counts what is made of the body. Returns `false` if there is no room for it. */
  readonly takes: (bytes: number) => boolean
  /** See `EventSink.sharesFlags`. */
  readonly sharesFlags?: boolean | 'until-written' | undefined
  readonly plan?: PlanCheck | undefined
  readonly redaction?: Redaction | undefined
}

/** An event that is not stored, and why. */
export interface RefusedEvent {
  /** As the page has sent it, if it is a text. */
  readonly id: string
  readonly message: string
}

export type ReadBatch =
  | {
      readonly outcome: 'ok'
      readonly batch: Batch
      readonly refused: readonly RefusedEvent[]
      /** What has refused the first of them. */
      readonly refusedBy: 'event' | 'plan' | undefined
    }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'invalid'; readonly status: 400 | 413; readonly message: string }

const invalid = (message: string, status: 400 | 413 = 400) => ({ outcome: 'invalid', status, message }) as const

/** A name that an application may have: no control characters, and no more than a line. */
const NAME = /^[^\p{Cc}]{1,256}$/u
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value)

/** The longest identifier of an event that an answer repeats. */
const MAX_ID_LENGTH = 64
/** The longest part of a name that an answer repeats. */
const MAX_NAME_LENGTH = 100

/** Reads the body of a request into plain data. Events that are not valid are refused one by one. */
export function readBatch(text: string, { receivedAt, engine, plan, redaction, ...store }: Arrival): ReadBatch {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return invalid(json.problem)
  const { value } = json
  if (!isRecord(value) || !Array.isArray(value['events']))
    return invalid('The body must be an object with an "events" array.')
  const { app = {}, flagSets = {}, flagDetails = {}, moments = [], destination = '', sentAt } = value
  if (!isRecord(app)) return invalid('"app" must be an object.')
  for (const [name, sets] of Object.entries({ flagSets, flagDetails }))
    if (!isRecord(sets) || !Object.values(sets).every(isRecord))
      return invalid(`"${name}" must be an object of objects.`)
  if (!Array.isArray(moments) || !moments.every(isRecord)) return invalid('"moments" must be a list of objects.')
  if (destination !== '' && !isName(destination)) return invalid('"destination" must be a name.')
  const pages = readNotes(value['pages'])
  if (pages === undefined) return invalid('"pages" must be an object of objects.')
  const given: readonly unknown[] = value['events']
  const { maxEvents, maxStoredBytes, takes, sharesFlags = false } = store
  if (given.length > maxEvents) return invalid(`There are more than ${maxEvents} events.`, 413)
  const shared = readShared({ flagSets, flagDetails, moments } as Parameters<typeof readShared>[0], redaction)
  const none: FlagsInCommon = () => undefined
  const comesOnce = sharesFlags === false ? none : flagsInCommon(shared)
  // A few kilobytes can become gigabytes: the events of a batch share what each of them has in the store.
  const more = sharedBytes(given, shared, sharesFlags === true ? comesOnce : none)
  if (text.length + more > maxStoredBytes)
    return invalid(
      `With the flags and moments that they share, the events have more than ${maxStoredBytes} bytes.`,
      413,
    )
  if (!takes(more)) return { outcome: 'full' }

  const planProblem = (event: CollectedEvent) => {
    const problem = plan?.(event, nameOf(app))
    return problem && `("${event.name.slice(0, MAX_NAME_LENGTH)}") ${problem}`
  }
  const events: IncomingEvent[] = []
  const refused: RefusedEvent[] = []
  let refusedBy: 'event' | 'plan' | undefined
  // Without `moments`, each event has its own.
  let release = releaseIn(moments)
  for (const [index, one] of given.entries()) {
    const event = isRecord(one) ? withMoment(one, shared) : one
    const ownProblem = eventProblem(event)
    const problem = ownProblem ?? planProblem(event as CollectedEvent)
    if (problem === undefined) {
      const flags = comesOnce(one)
      const { flagSet } = one as CollectedEvent
      // A plan has seen it as it was sent.
      const kept = redaction ? withMoment(redaction.event(one as CollectedEvent), shared) : event
      const own = flags ? (kept as CollectedEvent) : withFlags(kept as CollectedEvent, flagSet, shared)
      const moment = momentOf(one as CollectedEvent, shared)
      events.push(incomingEvent(own, { flags, moment }))
      release ||= releaseIn([own.moment])
    } else {
      refusedBy ??= ownProblem === undefined ? 'plan' : 'event'
      refused.push({ id: idOf(one), message: `Event ${index} ${problem}.` })
    }
  }
  const batch: Batch = {
    app: {
      name: nameOf(app),
      ...(isName(app['platform']) && { platform: app['platform'] }),
      ...(isName(app['promotion']) && { promotion: app['promotion'] }),
    },
    destination: destination as string,
    engine,
    release,
    receivedAt,
    clockAheadMs: typeof sentAt === 'number' && Number.isFinite(sentAt) ? sentAt - receivedAt : 0,
    events,
    pages,
  }
  return { outcome: 'ok', batch, refused, refusedBy }
}

const nameOf = (app: Readonly<Record<string, unknown>>) => (isName(app['name']) ? app['name'] : '')

const idOf = (event: unknown) =>
  isRecord(event) && typeof event['id'] === 'string' ? event['id'].slice(0, MAX_ID_LENGTH) : ''

function releaseIn(moments: readonly unknown[]): string {
  for (const moment of moments) if (isRecord(moment) && isName(moment['release'])) return moment['release']
  return ''
}

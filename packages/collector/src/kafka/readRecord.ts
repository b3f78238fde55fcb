import type { Batch, Fate, IncomingEvent, PageNote } from '../store/store.ts'
import type { IncomingRecord } from './openReader.ts'
import { BODY } from './records.ts'

/** What is common to the events of one batch. */
export type Facts = Omit<Batch, 'events' | 'pages'>

/** What a record of the topic says. */
export type Content =
  | { readonly type: 'event'; readonly facts: Facts; readonly event: IncomingEvent }
  | { readonly type: 'notes'; readonly facts: Facts; readonly note: PageNote }

/** Reads a record. `undefined` for one that is not of the collector: others may write to the topic, too. */
export function readRecord({ value, headers }: IncomingRecord): Content | undefined {
  const type = headerOf(headers, 'type')
  const text = value?.toString() ?? ''
  try {
    if (type === 'event') return eventIn(text)
    if (type === 'notes') return notesIn(text)
  } catch {
    // It is no JSON.
  }
  return undefined
}

/** The text of a header. */
export const headerOf = (headers: IncomingRecord['headers'], name: string): string | undefined =>
  headers.find(([key]) => String(key) === name)?.[1]?.toString()

type Fields = Readonly<Record<string, unknown>>

function eventIn(text: string): Content | undefined {
  const start = text.indexOf(BODY)
  if (start < 0 || !text.endsWith('}')) return undefined
  const fields = objectIn(`${text.slice(0, start)}}`)
  const facts = factsIn(fields)
  const { id, name, happenedAt, n, accounts } = fields
  if (!facts || !isText(id) || !isText(name) || !isNumber(happenedAt) || !isAccounts(accounts)) return undefined
  const event: IncomingEvent = {
    ...{ id, name, happenedAt, accounts },
    ...textsIn(fields, ['page', 'person', 'impersonator', 'visitor', 'session']),
    ...(isNumber(n) && { n }),
    body: text.slice(start + BODY.length, -1),
  }
  return { type: 'event', facts, event }
}

function notesIn(text: string): Content | undefined {
  const fields = objectIn(text)
  const facts = factsIn(fields)
  const { page, last, fates } = fields
  if (!facts || !isText(page) || !Array.isArray(fates)) return undefined
  return { type: 'notes', facts, note: { page, ...(isNumber(last) && { last }), fates: fates.filter(isFate) } }
}

/** An outlet does not know all of them: what it leaves out is what the door takes when a batch does not say it. */
function factsIn(fields: Fields): Facts | undefined {
  const { app, destination = '', engine = 'other', release = '', receivedAt, clockAheadMs = 0 } = fields
  if (!isFields(app) || !isText(app['name']) || !isText(destination) || !isText(engine) || !isText(release))
    return undefined
  if (!isNumber(receivedAt) || !isNumber(clockAheadMs)) return undefined
  const application = { name: app['name'], ...textsIn(app, ['platform', 'promotion']) }
  return { app: application, destination, engine, release, receivedAt, clockAheadMs }
}

function objectIn(text: string): Fields {
  const value: unknown = JSON.parse(text)
  return isFields(value) ? value : {}
}

const textsIn = <Name extends string>(fields: Fields, names: readonly Name[]): { readonly [N in Name]?: string } =>
  Object.fromEntries(names.flatMap((name) => (isText(fields[name]) ? [[name, fields[name]]] : []))) as {
    readonly [N in Name]?: string
  }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isAccounts = (value: unknown): value is IncomingEvent['accounts'] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2 && one.every(isText))
const isFate = (value: unknown): value is Fate =>
  isFields(value) && isText(value['fate']) && isNumber(value['first']) && isNumber(value['last'])

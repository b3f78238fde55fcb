import { createReadStream } from 'node:fs'
import { eventProblem } from '../door/eventProblem.ts'
import { isRecord } from '../door/parseJson.ts'
import type { Application } from '../store/store.ts'
import type { SourceEvent } from './importEvents.ts'

const SLICE = 500

/** Reads the lines of an export: `GET /people/{id}/export` writes an event as it is in the store, with `app` and `receivedAt`. */
export async function* readLines(file: string): AsyncGenerator<readonly SourceEvent[]> {
  let [slice, number]: [SourceEvent[], number] = [[], 0]
  for await (const line of linesIn(file)) {
    number += 1
    if (line.trim() === '') continue
    slice.push(eventIn(line, number))
    if (slice.length < SLICE) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}

/** The `readline` of Node also ends a line at characters that JSON may have in its texts, such as U+2028. */
async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = chunk.split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

function eventIn(line: string, number: number): SourceEvent {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch {
    return { problem: `Line ${number} is no JSON.` }
  }
  if (!isRecord(given)) return { problem: `Line ${number} is not an object.` }
  const { app, receivedAt, ...event } = given
  if (!isApplication(app)) return { problem: `Line ${number} needs an "app", an object with a "name".` }
  if (typeof receivedAt !== 'number' || !Number.isFinite(receivedAt))
    return { problem: `Line ${number} needs "receivedAt", a time in milliseconds since 1970.` }
  const problem = eventProblem(event)
  if (problem !== undefined) return { problem: `Line ${number} ${problem}.` }
  const id = String(event['id']).toLowerCase()
  return { id, app, receivedAt, body: JSON.stringify({ ...event, id }) }
}

const isApplication = (app: unknown): app is Application =>
  isRecord(app) &&
  typeof app['name'] === 'string' &&
  ['platform', 'promotion'].every((name) => ['string', 'undefined'].includes(typeof app[name]))

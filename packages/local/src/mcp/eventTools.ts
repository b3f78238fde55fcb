import { z } from 'zod'
import type { ReceivedEvent } from '../collector/collector.ts'
import type { ServicesClient } from './servicesClient.ts'
import { defineTool } from './tool.ts'
import { ToolProblem } from './toolProblem.ts'

const MAX_LISTED = 100
/** The most events that are searched. */
const MAX_SEARCHED = 20_000

export const listEvents = defineTool({
  name: 'list_events',
  title: 'Latest events',
  description: `The latest events that the local collector has stored, the newest first. Times are milliseconds since 1970. get_event has the flags and the further fields of an event. Up to ${MAX_SEARCHED} events are searched.`,
  input: z.strictObject({
    name: z.string().optional().describe('Only events with exactly this name.'),
    person: z.string().optional().describe('Only events of the person, or visitor, with this id.'),
    limit: z.int().min(1).max(MAX_LISTED).default(20).describe('The most events in the answer.'),
  }),
  async run({ name, person, limit }, services) {
    const events: object[] = []
    let searched = 0
    for await (const received of newestEvents(services)) {
      if (events.length === limit || searched === MAX_SEARCHED) break
      searched += 1
      const { event } = received
      const { id, visitor } = event.identity
      if (name !== undefined && event.name !== name) continue
      if (person !== undefined && id !== person && visitor !== person) continue
      events.push(summary(received))
    }
    return { events, searched }
  },
})

export const getEvent = defineTool({
  name: 'get_event',
  title: 'One event',
  description: `One event of the latest ${MAX_SEARCHED} with all its fields: properties, identity, flags, and where it happened.`,
  input: z.strictObject({ id: z.string().min(1).describe('The id of the event, as list_events has it.') }),
  async run({ id }, services) {
    let searched = 0
    for await (const received of newestEvents(services)) {
      if (received.event.id === id) return { ...received }
      searched += 1
      if (searched === MAX_SEARCHED) break
    }
    throw new ToolProblem(`None of the latest ${searched} events has the id ${id}.`)
  },
})

function summary({ event, app, receivedAt }: ReceivedEvent): object {
  const { id, name, at, url, identity, properties } = event
  return { id, name, at, receivedAt, app, url, identity, properties }
}

/** The answer of `/console/older`. */
interface OlderEvents {
  readonly events: readonly ReceivedEvent[]
  readonly olderThan?: string
}

/** The stored events as an open console gets them, and then those that it gets when somebody scrolls. */
async function* newestEvents(services: ServicesClient): AsyncGenerator<ReceivedEvent> {
  let cursor: string | undefined
  for await (const message of services.messages()) {
    if (message.type !== 'history' && message.type !== 'older') continue
    yield* message.events
    if (message.isMoreComing) continue
    cursor = message.olderThan
    break
  }
  while (cursor !== undefined) {
    const path = `/console/older?before=${encodeURIComponent(cursor)}`
    const page = (await services.get(path)) as unknown as OlderEvents
    yield* page.events
    cursor = page.olderThan
  }
}

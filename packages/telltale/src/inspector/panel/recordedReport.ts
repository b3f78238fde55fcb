import type { Json } from '../../core/model/json.ts'
import type { Inspected } from '../inspected.ts'
import type { SeenEvent } from '../seen.ts'
import type { Recording, Reported } from './recording.ts'

/** A longer name of a property is no name, in characters. */
const MAX_NAME = 40

/** What was recorded as JSON for somebody else: persons have numbers, and texts of properties are left out. */
export function recordedReport(recording: Recording, inspected: Pick<Inspected, 'layer' | 'seen'>): string {
  const { steps, startedAt } = recording
  const { layer } = inspected
  const report = {
    app: layer.app,
    startedAt: new Date(startedAt).toISOString(),
    destinations: layer.destinations,
    steps: steps.map((step) => {
      const after = { ...step, at: step.at - startedAt }
      return after.type === 'track' ? { ...after, properties: redact(after.properties) } : after
    }),
    ...reportedOf(recording, inspected),
  }
  return JSON.stringify(report, null, 2)
}

/** What the page of the recording says besides its steps: an earlier page has said it when it was left. */
export function reportedOf({ startedAt, reported }: Recording, { seen }: Pick<Inspected, 'seen'>): Reported {
  return (
    reported ?? {
      events: [...seen.events.values()]
        .filter(({ at }) => at >= startedAt)
        .map((event) => reportedEvent(event, startedAt)),
      problems: seen.problems().map(({ where, message, times }) => ({ where, message, times })),
    }
  )
}

function reportedEvent({ id, name, at, event, deliveries }: SeenEvent, startedAt: number) {
  return {
    id,
    name,
    at: at - startedAt,
    // Without tokens, codes and other values that identify a person.
    url: event?.url,
    overridden: event?.overridden,
    deliveries: Object.fromEntries(
      [...deliveries].map(([destination, delivery]) => [destination, { ...delivery, at: delivery.at - startedAt }]),
    ),
  }
}

/** A text may be a name or an address. */
function redact(value: Json): Json {
  if (typeof value === 'string') return `text of ${value.length} characters`
  if (Array.isArray(value)) return (value as readonly Json[]).map(redact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner], index) => [
      isData(key) ? `name ${index + 1}` : key,
      redact(inner as Json),
    ]),
  )
}

/** Whether a name looks like data, such as an address or a number of a customer, and may be personal. */
const isData = (name: string) => name.length > MAX_NAME || /@|\d{5}/.test(name)

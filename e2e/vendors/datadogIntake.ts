import { listen } from 'stage/listen'
import { readBody } from 'stage/readBody'

/** An event as Datadog's intake receives it, as far as these journeys read it. */
export interface RumEvent {
  readonly type: string
  readonly usr?: Readonly<Record<string, unknown>>
  readonly context?: Readonly<Record<string, unknown>>
  readonly feature_flags?: Readonly<Record<string, unknown>>
  readonly view: { readonly id: string; readonly name?: string; readonly url: string }
  readonly action?: { readonly target?: { readonly name?: string } }
}

/** Replaces Datadog's servers through the SDK's `proxy`. */
export async function startDatadogIntake() {
  let events: RumEvent[] = []
  const { url, close } = await listen(async (request, answer) => {
    // One event per line.
    const lines = (await readBody(request)).split('\n').filter(Boolean)
    events.push(...lines.map((line) => JSON.parse(line) as RumEvent))
    answer.writeHead(202, { 'access-control-allow-origin': '*' }).end()
  })
  return {
    url,
    close,
    events: (): readonly RumEvent[] => events,
    /** Actions in the order in which they happened. */
    actions: (name: string) => events.filter(({ action }) => action?.target?.name === name),
    /** The latest version of each view, in the order in which the views were opened. */
    views() {
      const latest = new Map<string, RumEvent>()
      for (const event of events) {
        const known = latest.get(event.view.id)
        latest.set(event.view.id, event.type === 'view' ? event : (known ?? event))
      }
      return [...latest.values()]
    },
    clear: () => void (events = []),
  }
}

/** A step that Telltale reports of an event, as its observers receive it. */
export interface Step {
  readonly id: string
  readonly step: 'happened' | 'held' | 'stamped' | 'stored' | 'sent' | 'acknowledged' | 'dropped'
  readonly at: number
  readonly name?: string
  readonly destination?: string
}

/** An event of this page, and how far it has come. */
export interface TracedEvent {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly last: Step['step']
  /** The destinations that it was sent to, and those that have it. */
  readonly sent: readonly string[]
  readonly delivered: readonly string[]
  /** How long it took until the last of them had it, in milliseconds. */
  readonly tookMs: number
}

const MAX_EVENTS = 4

/** The last events with one more step, the newest first. */
export function nextTrace(trace: readonly TracedEvent[], step: Step): readonly TracedEvent[] {
  const { id, at, name, destination } = step
  if (step.step === 'happened')
    return [{ id, name: name ?? '', at, last: step.step, sent: [], delivered: [], tookMs: 0 }, ...trace].slice(
      0,
      MAX_EVENTS,
    )
  return trace.map((event) => {
    if (event.id !== id) return event
    const isDelivered = step.step === 'acknowledged'
    return {
      ...event,
      last: step.step,
      sent: step.step === 'sent' ? withName(event.sent, destination) : event.sent,
      delivered: isDelivered ? withName(event.delivered, destination) : event.delivered,
      tookMs: isDelivered ? at - event.at : event.tookMs,
    }
  })
}

/** How far an event has come, in words. */
export function traceLine({ last, sent, delivered, tookMs }: TracedEvent): string {
  // Some vendors get no events of a user who is impersonated. That does not count as dropped.
  if (last === 'dropped' && delivered.length === 0) return 'refused'
  if (delivered.length > 0 && delivered.length >= sent.length)
    return `delivered to ${delivered.join(', ')} in ${tookMs} ms`
  if (sent.length > 0) return delivered.length > 0 ? `delivered to ${delivered.join(', ')}` : 'sending'
  return {
    happened: 'tracked',
    held: 'waiting for the user',
    stamped: 'user and flags added',
    stored: 'saved',
    sent: 'sending',
    acknowledged: 'delivered',
    dropped: 'refused',
  }[last]
}

function withName(names: readonly string[], name: string | undefined): readonly string[] {
  return name === undefined || names.includes(name) ? names : [...names, name]
}

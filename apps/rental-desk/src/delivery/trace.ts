/** A step in the delivery of an event, as Telltale reports it to observers. */
export interface Step {
  readonly id: string
  readonly step:
    | 'happened'
    | 'pending'
    | 'completed'
    | 'held'
    | 'released'
    | 'stored'
    | 'sent'
    | 'acknowledged'
    | 'dropped'
  readonly at: number
  readonly name?: string
  readonly destination?: string
  /** Of a complete event: where it goes. */
  readonly destinations?: readonly string[]
}

/** An event of this page and its delivery progress. */
export interface TracedEvent {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly last: Step['step']
  /** The destinations that the event was sent to, was delivered to, and was dropped for. */
  readonly sent: readonly string[]
  readonly delivered: readonly string[]
  readonly dropped: readonly string[]
  /** Time between the event and its latest acknowledgement, in milliseconds. */
  readonly tookMs: number
  /** Whether another tab delivered it to the collector. */
  readonly isByOther: boolean
}

const MAX_EVENTS = 4

/** The destination that receives every event. An event waits for it even before it has been sent there. */
const COLLECTOR = 'collector'

/** Adds a step of this page or of another tab to the trace, which lists the latest events of this page, newest first. */
export function nextTrace(
  trace: readonly TracedEvent[],
  step: Step,
  from: 'page' | 'other tab' = 'page',
): readonly TracedEvent[] {
  const { id, at, name, destination } = step
  if (step.step === 'happened') {
    if (from === 'other tab') return trace
    const event = {
      id,
      name: name ?? '',
      at,
      last: step.step,
      sent: [],
      delivered: [],
      dropped: [],
      tookMs: 0,
      isByOther: false,
    }
    return [event, ...trace].slice(0, MAX_EVENTS)
  }
  return trace.map((event) => {
    if (event.id !== id) return event
    const isDelivered = step.step === 'acknowledged'
    // The user has refused that anybody gets it.
    const isForNobody = step.step === 'completed' && step.destinations?.length === 0
    return {
      ...event,
      last: step.step,
      sent: step.step === 'sent' ? withName(event.sent, destination) : event.sent,
      delivered: isDelivered ? withName(event.delivered, destination) : event.delivered,
      dropped:
        step.step === 'dropped' || isForNobody
          ? withName(event.dropped, isForNobody ? COLLECTOR : destination)
          : event.dropped,
      isByOther: isDelivered && destination === COLLECTOR ? from === 'other tab' : event.isByOther,
      tookMs: isDelivered ? at - event.at : event.tookMs,
    }
  })
}

/** Whether an event still waits for a destination, has arrived, or will not arrive at the collector. */
export function traceState(event: TracedEvent): 'waiting' | 'delivered' | 'refused' {
  if (missing(event).length > 0) return 'waiting'
  return event.delivered.includes(COLLECTOR) ? 'delivered' : 'refused'
}

/** Describes the delivery progress of an event in words. */
export function traceLine(event: TracedEvent): string {
  // For a vendor, an acknowledgement only means that its script was called. Only the collector confirms that it has the event.
  const scripts = event.delivered.filter((name) => name !== COLLECTOR).join(', ')
  const called = scripts && `passed to ${scripts}, `
  const state = traceState(event)
  if (state === 'delivered')
    return `${called}delivered to ${COLLECTOR} in ${event.tookMs} ms${event.isByOther ? ', by another tab' : ''}`
  if (state === 'refused') return called ? `${called}not to ${COLLECTOR}` : 'refused'
  const waiting = `waiting for ${missing(event).join(', ')}`
  const delivered = event.delivered.includes(COLLECTOR) ? `delivered to ${COLLECTOR}, ` : ''
  if (called || delivered) return `${called}${delivered}${waiting}`
  return {
    happened: 'tracked',
    pending: 'waiting for the user',
    completed: 'user and flags added',
    held: 'waiting for your consent',
    released: 'allowed',
    stored: 'saved',
    sent: 'sending',
    acknowledged: waiting,
    dropped: waiting,
  }[event.last]
}

/** The destinations that an event still waits for. Empty if the event was dropped from the outbox. */
function missing({ sent, delivered, dropped }: TracedEvent): readonly string[] {
  if (dropped.includes('outbox')) return []
  return withName(sent, COLLECTOR).filter((name) => !delivered.includes(name) && !dropped.includes(name))
}

function withName(names: readonly string[], name: string | undefined): readonly string[] {
  return name === undefined || names.includes(name) ? names : [...names, name]
}

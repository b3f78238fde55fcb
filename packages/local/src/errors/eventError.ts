import { recordIn, type SeenEvent, textOf } from './seenEvent.ts'

/** What `errors()` has recorded. */
export interface EventError {
  /** Absent if the event has none that can be used. */
  readonly fingerprint: string | undefined
  readonly type: string
  readonly message: string
  /** How many errors the event stands for: itself, and those that were left out before it. */
  readonly count: number
}

/** The latest error of a kind, with everything that helps to find it. */
export interface LatestError {
  /** The id of the event. */
  readonly id: string
  readonly at: number
  readonly stack: string | undefined
  readonly componentStack: string | undefined
  readonly source: string | undefined
  readonly handled: boolean | undefined
}

/** Characters. `errors()` keeps as many of a message, and fewer of a stack trace. */
const LONGEST = { fingerprint: 200, type: 200, message: 500, stack: 20_000 }
/** A page leaves out at most as many in a day: more is no number of errors. */
const MOST_REPEATED = 10_000_000

/** `undefined` if the event is no error. */
export function eventError({ event }: SeenEvent): EventError | undefined {
  if (event['kind'] !== 'error') return undefined
  const { fingerprint, type, message, repeated } = recordIn(event, 'properties')
  const print = textOf(fingerprint)
  return {
    fingerprint: print !== undefined && print.length <= LONGEST.fingerprint ? print : undefined,
    type: textOf(type)?.slice(0, LONGEST.type) ?? 'Error',
    message: textOf(message)?.slice(0, LONGEST.message) ?? '',
    count: 1 + leftOut(repeated),
  }
}

const leftOut = (repeated: unknown) =>
  Number.isInteger(repeated) && Number(repeated) > 0 ? Math.min(Number(repeated), MOST_REPEATED) : 0

export function latestError({ id, at, event }: SeenEvent): LatestError {
  const { stacktrace, component_stack: components, source, handled } = recordIn(event, 'properties')
  return {
    id,
    at,
    stack: textOf(stacktrace)?.slice(0, LONGEST.stack),
    componentStack: textOf(components)?.slice(0, LONGEST.stack),
    source: textOf(source),
    handled: typeof handled === 'boolean' ? handled : undefined,
  }
}

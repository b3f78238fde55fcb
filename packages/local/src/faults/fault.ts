import { isRecord } from '../json/isRecord.ts'
import { invalid, type Parsed } from '../json/parseJson.ts'

/** The groups of routes that can have a fault. */
export const FAULT_ROUTES = ['who-am-i', 'flags', 'flag-stream', 'flag-events', 'collect', 'ofrep', 'vendors'] as const
export type FaultRoute = (typeof FAULT_ROUTES)[number]

/** The kinds of faults. */
export type FaultKind =
  /** The correct answer after this many milliseconds, plus or minus the spread. */
  | { readonly type: 'latency'; readonly ms: number; readonly spreadMs?: number }
  | { readonly type: 'status'; readonly status: number }
  /** The connection is closed without an answer. */
  | { readonly type: 'reset' }
  /** No answer, ever. */
  | { readonly type: 'hang' }
  /** The status and headers of an answer, and then nothing. */
  | { readonly type: 'stall' }
  /** The beginning of the correct answer (a stream's first message or half of another answer), and then nothing. */
  | { readonly type: 'silence' }
  /** The correct answer with a slow body. */
  | { readonly type: 'slow'; readonly bytesPerSecond: number }
  /** The same beginning as with `silence`, and then the connection is closed. */
  | { readonly type: 'truncated' }
  /** A stream that repeats its latest message. Other answers are correct. */
  | { readonly type: 'flood'; readonly perSecond: number }
  /** A login page with status 200 in place of the answer, as in a hotel's network (captive portal). */
  | { readonly type: 'garbage' }
  /** The correct answer without the headers that let a page of another origin read it. */
  | { readonly type: 'cors' }

/** A fault that is set. */
export interface Fault {
  readonly route: FaultRoute
  readonly kind: FaultKind
  /** How many more requests it applies to. All of them if absent. */
  readonly times?: number
}

/** Whether a fault ends the streams that are open when it is set. A response that is late is no reason to end one. */
export const endsStreams = (kind: FaultKind): boolean => kind.type !== 'latency'

/** One minute. For a longer delay, use `hang`. */
const MAX_LATENCY_MS = 60_000
const MAX_BYTES_PER_SECOND = 100_000_000
/** Messages per second. More would test this process and not the page. */
const MAX_FLOOD_PER_SECOND = 10_000
/** The highest number of requests that a fault can be limited to. */
const MAX_TIMES = 1_000_000

/** A command: the complete list of faults, or the fault of one route, `null` to remove it. */
export type FaultCommand =
  | { readonly type: 'all'; readonly faults: readonly Fault[] }
  | { readonly type: 'one'; readonly route: FaultRoute; readonly fault: Fault | undefined }

export function readFaultCommand(value: unknown): Parsed<FaultCommand> {
  if (!isRecord(value)) return invalid('It must be an object.')
  const { route, kind, times } = value
  if (isFaultRoute(route) && kind === null) return { outcome: 'ok', value: { type: 'one', route, fault: undefined } }
  const faults = readFaults(
    'faults' in value ? value['faults'] : [{ route, kind, ...(times !== undefined && { times }) }],
  )
  if (faults.outcome === 'invalid') return faults
  const [fault] = faults.value
  if ('faults' in value || fault === undefined) return { outcome: 'ok', value: { type: 'all', faults: faults.value } }
  return { outcome: 'ok', value: { type: 'one', route: fault.route, fault } }
}

/** The valid kinds, for error messages. */
const KINDS = [
  `{ "type": "latency", "ms": 300, "spreadMs": 100 } (up to ${MAX_LATENCY_MS} ms)`,
  '{ "type": "status", "status": 503 } (400 to 599)',
  '{ "type": "slow", "bytesPerSecond": 1000 }',
  `{ "type": "flood", "perSecond": 100 } (up to ${MAX_FLOOD_PER_SECOND})`,
  'or { "type": … } with one of reset, hang, stall, silence, truncated, garbage, cors',
].join(', ')

export function readFaults(value: unknown): Parsed<readonly Fault[]> {
  if (!Array.isArray(value)) return invalid('It must be a list of faults.')
  const faults: Fault[] = []
  for (const [index, one] of value.entries()) {
    const kind = isRecord(one) ? readKind(one['kind']) : undefined
    const { route, times } = isRecord(one) ? one : {}
    if (!isFaultRoute(route)) return invalid(`Fault ${index} needs a "route": ${FAULT_ROUTES.join(', ')}.`)
    if (kind === undefined) return invalid(`Fault ${index} needs a "kind": ${KINDS}.`)
    if (times !== undefined && !isCount(times, 1, MAX_TIMES))
      return invalid(`Fault ${index}: "times" must be a whole number from 1 to ${MAX_TIMES}.`)
    faults.push({ route, kind, ...(times !== undefined && { times }) })
  }
  return { outcome: 'ok', value: faults }
}

/**
 * Parses the fault in a request's header: `latency=300`, `latency=300~100`, `status=503`, `slow=1000`, `flood=100`, `reset`,
 * `hang`, `stall`, `silence`, `truncated`, `garbage`, `cors`.
 */
export function faultOfHeader(text: string): FaultKind | undefined {
  const [, type = '', first, second] = /^([a-z]+)(?:=(\d+)(?:~(\d+))?)?$/.exec(text.trim()) ?? []
  const measure = MEASURES[type]
  if ((measure === undefined) !== (first === undefined) || (second !== undefined && type !== 'latency'))
    return undefined
  return readKind({
    type,
    ...(measure !== undefined && { [measure]: Number(first) }),
    ...(second !== undefined && { spreadMs: Number(second) }),
  })
}

/** The name of a kind's number, for the kinds that have one. */
const MEASURES: Readonly<Record<string, string>> = {
  latency: 'ms',
  status: 'status',
  slow: 'bytesPerSecond',
  flood: 'perSecond',
}

function readKind(value: unknown): FaultKind | undefined {
  if (!isRecord(value)) return undefined
  switch (value['type']) {
    case 'latency': {
      const { ms, spreadMs } = value
      if (!isCount(ms, 0, MAX_LATENCY_MS)) return undefined
      if (spreadMs === undefined) return { type: 'latency', ms }
      return isCount(spreadMs, 0, ms) ? { type: 'latency', ms, spreadMs } : undefined
    }
    case 'status':
      return isCount(value['status'], 400, 599) ? { type: 'status', status: value['status'] } : undefined
    case 'slow': {
      const { bytesPerSecond } = value
      return isCount(bytesPerSecond, 1, MAX_BYTES_PER_SECOND) ? { type: 'slow', bytesPerSecond } : undefined
    }
    case 'flood':
      return isCount(value['perSecond'], 1, MAX_FLOOD_PER_SECOND)
        ? { type: 'flood', perSecond: value['perSecond'] }
        : undefined
    case 'reset':
    case 'hang':
    case 'stall':
    case 'silence':
    case 'truncated':
    case 'garbage':
    case 'cors':
      return { type: value['type'] }
    default:
      return undefined
  }
}

function isFaultRoute(value: unknown): value is FaultRoute {
  return FAULT_ROUTES.some((route) => route === value)
}

function isCount(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

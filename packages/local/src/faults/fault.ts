import { isRecord } from '../json/isRecord.ts'
import { invalid, type Parsed } from '../json/parseJson.ts'

/** What can be broken: each group of routes by itself. */
export const FAULT_ROUTES = ['who-am-i', 'flags', 'flag-stream', 'flag-events', 'collect', 'ofrep', 'vendors'] as const
export type FaultRoute = (typeof FAULT_ROUTES)[number]

/** How it is broken. */
export type FaultKind =
  /** The right answer, this many milliseconds late, give or take the spread. */
  | { readonly type: 'latency'; readonly ms: number; readonly spreadMs?: number }
  | { readonly type: 'status'; readonly status: number }
  /** The connection is cut without an answer. */
  | { readonly type: 'reset' }
  /** No answer, ever. */
  | { readonly type: 'hang' }
  /** The head of an answer, and then nothing. */
  | { readonly type: 'stall' }
  /** The beginning of the right answer, a stream's first message or half of another answer, and then nothing. */
  | { readonly type: 'silence' }
  /** The right answer, whose body drips. */
  | { readonly type: 'slow'; readonly bytesPerSecond: number }
  /** The beginning of the right answer, as of `silence`, and then the connection is cut. */
  | { readonly type: 'truncated' }
  /** A stream that says its latest message again and again; other answers are as they should be. */
  | { readonly type: 'flood'; readonly perSecond: number }
  /** A page of somebody else's, as behind the login of a hotel's network: 200, and not what was asked for. */
  | { readonly type: 'garbage' }
  /** The right answer without the headers that let a page of another origin read it. */
  | { readonly type: 'cors' }

/** A fault that is on. */
export interface Fault {
  readonly route: FaultRoute
  readonly kind: FaultKind
  /** How many requests it still meets; all of them when absent. */
  readonly times?: number
}

/** A minute: whoever wants longer wants `hang`. */
const MAX_LATENCY_MS = 60_000
const MAX_BYTES_PER_SECOND = 100_000_000
/** Messages: more is a test of this process, not of a page. */
const MAX_FLOOD_PER_SECOND = 10_000
/** How often a fault can be told to happen. */
const MAX_TIMES = 1_000_000

/** A command: all the faults there are to be, or how one route is to be broken, `null` meaning not at all. */
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

/** What a kind looks like, for those who wrote another. */
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
 * The fault that a request brings along in its header: `latency=300`, `latency=300~100`, `status=503`, `slow=1000`, `flood=100`,
 * `reset`, `hang`, `stall`, `silence`, `truncated`, `garbage`, `cors`.
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

/** What the number of a kind is called, for those that have one. */
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

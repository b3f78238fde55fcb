import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { sameJson } from '../format/sameJson.ts'

/** A way to break a route, by the name it has in a list. */
export interface FaultChoice {
  readonly name: string
  /** In a word or two, for a column. */
  readonly short: string
  readonly kind: FaultKind
}

export const FAULT_CHOICES: readonly FaultChoice[] = [
  { name: '300 ms late', short: '300 ms', kind: { type: 'latency', ms: 300, spreadMs: 150 } },
  { name: '3 s late', short: '3 s', kind: { type: 'latency', ms: 3000, spreadMs: 500 } },
  { name: 'answers 401', short: '401', kind: { type: 'status', status: 401 } },
  { name: 'answers 429', short: '429', kind: { type: 'status', status: 429 } },
  { name: 'answers 503', short: '503', kind: { type: 'status', status: 503 } },
  { name: 'cuts the connection', short: 'reset', kind: { type: 'reset' } },
  { name: 'never answers', short: 'hang', kind: { type: 'hang' } },
  { name: 'stops after the head', short: 'stall', kind: { type: 'stall' } },
  { name: 'falls silent half-way', short: 'silence', kind: { type: 'silence' } },
  { name: 'drips 500 bytes a second', short: 'drip', kind: { type: 'slow', bytesPerSecond: 500 } },
  { name: 'is cut half-way', short: 'cut', kind: { type: 'truncated' } },
  { name: 'floods its streams', short: 'flood', kind: { type: 'flood', perSecond: 200 } },
  { name: 'is a captive portal', short: 'portal', kind: { type: 'garbage' } },
  { name: 'forbids other origins', short: 'CORS', kind: { type: 'cors' } },
]

export const ROUTE_NAMES: Readonly<Record<FaultRoute, string>> = {
  'who-am-i': 'who-am-i',
  flags: 'flag polls',
  'flag-stream': 'flag stream',
  'flag-events': 'flag events',
  collect: 'collector',
  ofrep: 'OFREP',
  vendors: 'vendors',
}

/** The choice that a fault is, if it is one: a test can set others. */
export function choiceOf(fault: Fault | undefined): FaultChoice | undefined {
  return fault && FAULT_CHOICES.find(({ kind }) => sameJson(kind, fault.kind))
}

/** A fault in words, one that a test set included. */
export function faultText(fault: Fault): string {
  const often = fault.times === undefined ? '' : ` (${fault.times} more)`
  return `${ROUTE_NAMES[fault.route]} ${choiceOf(fault)?.name ?? kindText(fault.kind)}${often}`
}

function kindText(kind: FaultKind): string {
  switch (kind.type) {
    case 'latency':
      return `${kind.ms} ms late`
    case 'status':
      return `answers ${kind.status}`
    case 'slow':
      return `drips ${kind.bytesPerSecond} bytes a second`
    case 'flood':
      return `floods its streams with ${kind.perSecond} messages a second`
    default:
      return kind.type
  }
}

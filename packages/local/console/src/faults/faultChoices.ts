import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'

/** A way to break a route, by the name it has in a list. */
export interface FaultChoice {
  readonly name: string
  readonly kind: FaultKind
}

export const FAULT_CHOICES: readonly FaultChoice[] = [
  { name: '300 ms late', kind: { type: 'latency', ms: 300, spreadMs: 150 } },
  { name: '3 s late', kind: { type: 'latency', ms: 3000, spreadMs: 500 } },
  { name: 'answers 401', kind: { type: 'status', status: 401 } },
  { name: 'answers 429', kind: { type: 'status', status: 429 } },
  { name: 'answers 503', kind: { type: 'status', status: 503 } },
  { name: 'cuts the connection', kind: { type: 'reset' } },
  { name: 'never answers', kind: { type: 'hang' } },
  { name: 'stops after the head', kind: { type: 'stall' } },
  { name: 'is a captive portal', kind: { type: 'garbage' } },
  { name: 'forbids other origins', kind: { type: 'cors' } },
]

export const ROUTE_NAMES: Readonly<Record<FaultRoute, string>> = {
  'who-am-i': 'who-am-i',
  flags: 'flag polls',
  'flag-stream': 'flag stream',
  'flag-events': 'flag events',
  collect: 'collector',
  ofrep: 'OFREP',
}

/** A fault in words, one that a test set included. */
export function faultText({ route, kind, times }: Fault): string {
  const wanted = JSON.stringify(kind)
  const choice = FAULT_CHOICES.find((one) => JSON.stringify(one.kind) === wanted)
  const often = times === undefined ? '' : ` (${times} more)`
  return `${ROUTE_NAMES[route]} ${choice?.name ?? kindText(kind)}${often}`
}

function kindText(kind: FaultKind): string {
  if (kind.type === 'latency') return `${kind.ms} ms late`
  return kind.type === 'status' ? `answers ${kind.status}` : kind.type
}

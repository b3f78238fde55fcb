import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { sameJson } from '../format/sameJson.ts'

/** The effect of a fault on a response: it is late, wrong or missing. */
export type FaultEffect = 'slow' | 'wrong' | 'lost'

/** A fault that can be chosen from a list. */
export interface FaultChoice {
  /** The predicate of a sentence about a route: “collector responds with 503”. */
  readonly name: string
  readonly effect: FaultEffect
  readonly kind: FaultKind
}

export const FAULT_CHOICES: readonly FaultChoice[] = [
  { name: 'responds 300 ms late', effect: 'slow', kind: { type: 'latency', ms: 300, spreadMs: 150 } },
  { name: 'responds 3 s late', effect: 'slow', kind: { type: 'latency', ms: 3000, spreadMs: 500 } },
  {
    name: 'sends 500 bytes per second',

    effect: 'slow',
    kind: { type: 'slow', bytesPerSecond: 500 },
  },
  { name: 'responds with 401', effect: 'wrong', kind: { type: 'status', status: 401 } },
  { name: 'responds with 429', effect: 'wrong', kind: { type: 'status', status: 429 } },
  { name: 'responds with 503', effect: 'wrong', kind: { type: 'status', status: 503 } },
  { name: 'responds with a sign-in page (captive portal)', effect: 'wrong', kind: { type: 'garbage' } },
  { name: 'rejects pages of other origins (CORS)', effect: 'wrong', kind: { type: 'cors' } },
  { name: 'floods its streams with messages', effect: 'wrong', kind: { type: 'flood', perSecond: 200 } },
  { name: 'closes the connection without a response', effect: 'lost', kind: { type: 'reset' } },
  { name: 'never responds', effect: 'lost', kind: { type: 'hang' } },
  { name: 'stops after the headers', effect: 'lost', kind: { type: 'stall' } },
  { name: 'stops halfway', effect: 'lost', kind: { type: 'silence' } },
  { name: 'closes the connection halfway', effect: 'lost', kind: { type: 'truncated' } },
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

/** The choice that matches a fault. `undefined` for other faults, which a test can set. */
export function choiceOf(fault: Fault | undefined): FaultChoice | undefined {
  return fault && FAULT_CHOICES.find(({ kind }) => sameJson(kind, fault.kind))
}

/** Describes a fault, including one that a test has set. */
export function faultText(fault: Fault): string {
  return `${ROUTE_NAMES[fault.route]} ${faultEffectText(fault)}`
}

/** What a fault does, without the route. */
export function faultEffectText(fault: Fault): string {
  const often = fault.times === undefined ? '' : ` (${fault.times} more)`
  return `${choiceOf(fault)?.name ?? kindText(fault.kind)}${often}`
}

/** The effect of a fault on a response, including one that a test has set. */
export function effectOf({ kind }: Fault): FaultEffect {
  return FAULT_CHOICES.find((choice) => choice.kind.type === kind.type)?.effect ?? 'wrong'
}

function kindText(kind: FaultKind): string {
  switch (kind.type) {
    case 'latency':
      return `responds ${kind.ms} ms late`
    case 'status':
      return `responds with ${kind.status}`
    case 'slow':
      return `sends ${kind.bytesPerSecond} bytes per second`
    case 'flood':
      return `floods its streams with ${kind.perSecond} messages per second`
    default:
      return kind.type
  }
}

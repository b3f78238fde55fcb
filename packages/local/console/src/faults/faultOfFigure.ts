import type { FaultKind } from '../../../src/faults/fault.ts'

/** The kinds of faults that have a number, and what the number means. */
export const OWN_KINDS = {
  latency: { name: 'responds late by', unit: 'ms', first: 1000, least: 0, most: 60_000 },
  status: { name: 'responds with', unit: '', first: 500, least: 400, most: 599 },
  slow: { name: 'sends', unit: 'bytes/s', first: 1000, least: 1, most: 1_000_000 },
  flood: { name: 'floods with', unit: 'messages/s', first: 1000, least: 1, most: 10_000 },
} as const
export type OwnKind = keyof typeof OWN_KINDS

/** A fault with a custom number, kept within its limits. */
export function faultOfFigure(kind: OwnKind, figure: number): FaultKind {
  const { least, most, first } = OWN_KINDS[kind]
  const whole = Number.isFinite(figure) ? Math.min(most, Math.max(least, Math.round(figure))) : first
  switch (kind) {
    case 'latency':
      return { type: 'latency', ms: whole }
    case 'status':
      return { type: 'status', status: whole }
    case 'slow':
      return { type: 'slow', bytesPerSecond: whole }
    case 'flood':
      return { type: 'flood', perSecond: whole }
  }
}

import type { FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { command } from '../feed/command.ts'

/** Breaks one group of routes, or puts it in order. Resolves with what went wrong, if anything did. */
export function setFault(route: FaultRoute, kind: FaultKind | undefined): Promise<string | undefined> {
  return command('/console/faults', { route, kind: kind ?? null })
}

/** Puts everything in order. Resolves with what went wrong, if anything did. */
export function clearFaults(): Promise<string | undefined> {
  return command('/console/faults', { faults: [] })
}

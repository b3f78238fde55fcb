import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { command, type Answer } from '../feed/command.ts'

/** Sets or clears the fault of one group of routes. */
export function setFault(route: FaultRoute, kind: FaultKind | undefined, times?: number): Promise<Answer> {
  return command('/console/faults', { route, kind: kind ?? null, ...(times !== undefined && { times }) })
}

/** Clears all faults. */
export function clearFaults(): Promise<Answer> {
  return command('/console/faults', { faults: [] })
}

/** Replaces all faults by the given ones. */
export function setFaults(faults: readonly Fault[]): Promise<Answer> {
  return command('/console/faults', { faults })
}

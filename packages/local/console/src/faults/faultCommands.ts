import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { command, type Answer } from '../feed/command.ts'

/** Breaks one group of routes, or puts it in order. */
export function setFault(route: FaultRoute, kind: FaultKind | undefined, times?: number): Promise<Answer> {
  return command('/console/faults', { route, kind: kind ?? null, ...(times !== undefined && { times }) })
}

/** Puts everything in order. */
export function clearFaults(): Promise<Answer> {
  return command('/console/faults', { faults: [] })
}

/** Breaks what is given and nothing else. */
export function setFaults(faults: readonly Fault[]): Promise<Answer> {
  return command('/console/faults', { faults })
}

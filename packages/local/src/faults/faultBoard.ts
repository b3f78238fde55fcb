import type { Fault, FaultCommand, FaultKind, FaultRoute } from './fault.ts'

/** The faults that are set. */
export interface FaultBoard {
  apply(command: FaultCommand): void
  faults(): readonly Fault[]
  /** Returns the fault for a request to `route`, and counts the request. */
  meet(route: FaultRoute): FaultKind | undefined
  subscribe(listener: () => void): () => void
}

export function createFaultBoard(fromTheStart: readonly Fault[] = []): FaultBoard {
  const listeners = new Set<() => void>()
  let faults = fromTheStart

  function change(next: readonly Fault[]): void {
    faults = next
    for (const listener of [...listeners]) listener()
  }

  return {
    apply(command) {
      if (command.type === 'all') return change(command.faults)
      const others = faults.filter(({ route }) => route !== command.route)
      change(command.fault === undefined ? others : [...others, command.fault])
    },
    faults: () => faults,
    meet(route) {
      const met = faults.find((fault) => fault.route === route)
      if (met?.times === undefined) return met?.kind
      const { times } = met
      change(faults.flatMap((fault) => (fault !== met ? [fault] : times > 1 ? [{ ...met, times: times - 1 }] : [])))
      return met.kind
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

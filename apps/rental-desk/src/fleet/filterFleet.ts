import { categories, type CategoryId } from '../data/categories.ts'
import type { Machine, MachineStatus } from '../data/machine.ts'
import { yards, type YardId } from '../data/yards.ts'

export interface FleetFilter {
  readonly text: string
  readonly category: CategoryId | null
  readonly yard: YardId | null
  readonly status: MachineStatus | null
}

export const noFilter: FleetFilter = { text: '', category: null, yard: null, status: null }

/** The machines that match every part of the filter. Each typed word must occur in a text of the machine. */
export function filterFleet(fleet: readonly Machine[], filter: FleetFilter): readonly Machine[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return fleet.filter(
    (machine) =>
      (filter.category === null || machine.category === filter.category) &&
      (filter.yard === null || machine.yard === filter.yard) &&
      (filter.status === null || machine.status === filter.status) &&
      words.every((word) => textOf(machine).includes(word)),
  )
}

function textOf({ number, model, summary, category, yard }: Machine): string {
  return [number, model, summary, categories[category], yards[yard]].join(' ').toLowerCase()
}

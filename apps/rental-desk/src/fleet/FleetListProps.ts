import type { Machine } from '../data/machine.ts'

export interface FleetListProps {
  machines: readonly Machine[]
  /** The number of the machine that is being quoted; empty when none is. */
  picked: string
  onPick: (number: string) => void
}

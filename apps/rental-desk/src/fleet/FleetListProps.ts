import type { Machine } from '../data/machine.ts'

export interface FleetListProps {
  machines: readonly Machine[]
  /** The number of the machine in the quote; empty if no machine is picked. */
  picked: string
  onPick: (number: string) => void
}

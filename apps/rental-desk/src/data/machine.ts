import type { CategoryId } from './categories.ts'
import type { YardId } from './yards.ts'

export type MachineStatus = 'available' | 'reserved' | 'on-rent' | 'workshop'

export interface Machine {
  /** Painted on the machine, and how everybody in the yard calls it. */
  readonly number: string
  readonly model: string
  readonly summary: string
  readonly category: CategoryId
  readonly yard: YardId
  readonly status: MachineStatus
  /** Days from today until it can go out; 0 when it stands ready. */
  readonly freeInDays: number
  /** US dollars. */
  readonly dayRate: number
}

import type { CategoryId } from './categories.ts'
import type { YardId } from './yards.ts'

export type MachineStatus = 'available' | 'reserved' | 'on-rent' | 'workshop'

export interface Machine {
  /** The number painted on the machine, such as `EX-104`. */
  readonly number: string
  readonly model: string
  readonly summary: string
  readonly category: CategoryId
  readonly yard: YardId
  readonly status: MachineStatus
  /** Days from today until the machine can go out; 0 if it is ready now. */
  readonly freeInDays: number
  /** US dollars. */
  readonly dayRate: number
}

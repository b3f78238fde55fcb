import type { MachineStatus } from './machine.ts'

export const statuses: Readonly<Record<MachineStatus, string>> = {
  available: 'Available',
  reserved: 'Reserved',
  'on-rent': 'On rent',
  workshop: 'Workshop',
}

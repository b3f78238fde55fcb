import type { Place } from './place.ts'

export const yards = {
  'port-kendall': 'Port Kendall',
  'mill-road': 'Mill Road',
  'airport-east': 'Airport East',
} as const

export type YardId = keyof typeof yards

/** The position of each yard on the map. */
export const yardPlaces: Readonly<Record<YardId, Place>> = {
  'port-kendall': { x: 262, y: 292 },
  'mill-road': { x: 575, y: 118 },
  'airport-east': { x: 955, y: 236 },
}

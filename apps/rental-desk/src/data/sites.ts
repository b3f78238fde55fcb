import type { Place } from './place.ts'

interface Site extends Place {
  readonly name: string
}

/** The sites where customers use the machines. */
export const sites = {
  arena: { name: 'Northgate Arena, south lot', x: 372, y: 72 },
  bridge: { name: 'Old Mill bridge', x: 668, y: 212 },
  highway: { name: 'Route 9 widening, mile 14', x: 812, y: 88 },
  quarry: { name: 'Delmar quarry, pit 2', x: 1130, y: 352 },
  quay: { name: 'Kendall Quay, berth 4', x: 136, y: 150 },
  station: { name: 'Redwater pump station', x: 470, y: 372 },
  substation: { name: 'Calloway substation', x: 742, y: 338 },
  tower: { name: '88 Harbor Street', x: 428, y: 190 },
} as const satisfies Readonly<Record<string, Site>>

export type SiteId = keyof typeof sites

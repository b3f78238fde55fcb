export const yards = {
  'port-kendall': 'Port Kendall',
  'mill-road': 'Mill Road',
  'airport-east': 'Airport East',
} as const

export type YardId = keyof typeof yards

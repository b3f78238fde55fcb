export const categories = {
  excavators: 'Excavators',
  loaders: 'Loaders and dozers',
  access: 'Access platforms',
  lifting: 'Lifting',
  compaction: 'Compaction',
  power: 'Power and light',
  pumps: 'Pumps',
} as const

export type CategoryId = keyof typeof categories

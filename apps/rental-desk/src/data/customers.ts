export const customers: readonly string[] = [
  'Stonebridge Civil',
  'Harbor & Pine Builders',
  'Northgate Events',
  'Calloway Utilities',
  'Delmar Foundations',
  'Ostrander Roofing',
  'Pell & Quist Demolition',
  'Redwater Irrigation District',
  'Tri-County Paving',
]

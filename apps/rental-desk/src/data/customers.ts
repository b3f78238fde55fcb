/** The names of the companies that rent from Ironline, by the `company_id` that who-am-i returns for their users. */
export const customers = {
  'stonebridge-civil': 'Stonebridge Civil',
  'harbor-and-pine': 'Harbor & Pine Builders',
  'northgate-events': 'Northgate Events',
  'calloway-utilities': 'Calloway Utilities',
  'delmar-foundations': 'Delmar Foundations',
  'ostrander-roofing': 'Ostrander Roofing',
  'pell-and-quist': 'Pell & Quist Demolition',
  'redwater-irrigation': 'Redwater Irrigation District',
  'tri-county-paving': 'Tri-County Paving',
} as const

export type CustomerId = keyof typeof customers

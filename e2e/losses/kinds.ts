/** What is planted in a page, and the class that the meter has to give to an event that is lost by it. */
export const CLASSES = {
  'the collector forgets events': 'unexplained',
  'a proxy drops a batch': 'unexplained',
  'the storage is deleted': 'outstanding',
  'the browser is killed before anything is stored': 'outstanding',
  'a step filters events': 'filtered',
  'the collector refuses events': 'refused',
  'more events wait than may be kept': 'over-budget',
  'a tab without storage is closed': 'not-stored',
  'a batch is stored twice': 'stored',
  'the page is killed while events wait': 'stored',
} as const

export type Kind = keyof typeof CLASSES
export const KINDS = Object.keys(CLASSES) as readonly Kind[]

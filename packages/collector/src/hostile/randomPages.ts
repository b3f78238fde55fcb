import type { Random } from './random.ts'

export const FATES = [
  'delivered',
  'filtered',
  'not-accepted',
  'not-stored',
  'refused',
  'over-budget',
  'no-destination',
] as const

interface Needs {
  /** The ids of the pages that have events in the batch. */
  readonly pages: readonly string[]
  readonly text: () => string
}

/** What a batch tells about pages: those of its events, and others. */
export function randomPages(random: Random, { pages, text }: Needs): Readonly<Record<string, unknown>> {
  const number = () => random.int(1, random.pick([9, 9, 1000, 2 ** 31]))
  const range = () => {
    const first = number()
    return random.chance(50) ? `${first}` : `${first}-${first + random.int(0, 50)}`
  }
  const numbers = () => Array.from({ length: random.int(1, 9) }, range).join(',')
  const fates = () =>
    Object.fromEntries([
      ...random.some(4, () => [random.pick(FATES), numbers()] as const),
      // Later versions of the library may tell more.
      ...random.some(2, () => [text(), numbers()] as const).filter(([fate]) => fate !== 'last'),
      ...(random.chance(50) ? [['last', number()] as const] : []),
    ])
  return Object.fromEntries([...pages, ...random.some(2, text)].map((page) => [page, fates()]))
}

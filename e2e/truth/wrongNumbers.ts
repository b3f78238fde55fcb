import type { Finding, TakenBatch } from './evidence.ts'
import { documentedClasses } from '../losses/documentedClasses.ts'
import { numbersIn } from '../losses/evidence.ts'

/** The fates that a number may have which is stored. What is refused is sent again. */
const FATES_OF_STORED = new Set(['delivered', 'refused'])

/**
 * What pages tell about their numbers is true, when all has arrived: each number is stored or has a reason to be missing, no page has
 * acknowledgements of events that are not stored, none tells that a stored event is missing, a number is that of one event, and the
 * number of no event is above the latest that its page names in the same batch.
 */
export function wrongNumbers(batches: readonly TakenBatch[]): Finding[] {
  const stored = batches.flatMap(({ events }) => events)
  const keys = new Set(stored.map(({ page, n }) => `${page}/${n}`))
  const classes = documentedClasses(
    batches.map(({ pages }) => ({ pages, isPassed: true })),
    stored,
  )
  const missing = [...classes].flatMap(([page, numbers]) =>
    [...numbers]
      .filter(([, said]) => said === 'outstanding' || said === 'unexplained')
      .map(([n, said]) => finding(page, n, said)),
  )
  const told = batches.flatMap(({ pages }) =>
    Object.entries(pages).flatMap(([page, { last: _last, ...fates }]) =>
      Object.entries(fates)
        .filter(([fate]) => !FATES_OF_STORED.has(fate))
        .flatMap(([fate, text]) =>
          numbersIn(text).flatMap((n) => (keys.has(`${page}/${n}`) ? [finding(page, n, `stored, and ${fate}`)] : [])),
        ),
    ),
  )
  return [...missing, ...told, ...aboveLast(batches), ...sharedNumbers(stored)]
}

const finding = (page: string, n: number, said: string): Finding => ({ name: `${page}/${n}`, details: { said } })

function aboveLast(batches: readonly TakenBatch[]): Finding[] {
  return batches.flatMap(({ pages, events }) =>
    events.flatMap(({ page, n }) => {
      const last = pages[page]?.['last']
      return typeof last === 'number' && n > last ? [finding(page, n, `above ${last}, the latest`)] : []
    }),
  )
}

function sharedNumbers(stored: TakenBatch['events']): Finding[] {
  const ids = new Map<string, string>()
  return stored.flatMap(({ page, n, id }) => {
    const known = ids.get(`${page}/${n}`) ?? id
    ids.set(`${page}/${n}`, known)
    return known === id ? [] : [finding(page, n, 'the number of two events')]
  })
}

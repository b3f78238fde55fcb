import fc from 'fast-check'
import { type Kind, KINDS } from './kinds.ts'

/** What happens in a page of a history. */
export interface PagePlan {
  /** What is planted; absent in a page in which all is well. */
  readonly kind?: Kind | undefined
  /** How many events are tracked in each task before it, while it may lose them, and after it. */
  readonly before: readonly number[]
  readonly during: number
  readonly after: readonly number[]
  /** How long it waits between tasks, in milliseconds. */
  readonly waitMs: number
  /** How many batches or events are lost, and which share of the events of a batch. */
  readonly times: number
  readonly share: number
  /** How many batches come through before the collector is down. */
  readonly passes: number
  readonly end: 'close' | 'leave' | 'kill'
  /** Whether the page ends in the moment in which it has tracked its last events. */
  readonly endsAtOnce: boolean
}

const { constantFrom, integer, array, boolean, record, shuffledSubarray, tuple } = fc
const bursts = array(integer({ min: 5, max: 60 }), { minLength: 1, maxLength: 4, size: 'max' })

const page = record<Omit<PagePlan, 'kind'>>({
  before: bursts,
  during: integer({ min: 20, max: 200 }),
  after: bursts,
  waitMs: constantFrom(0, 50, 300, 1_300),
  times: integer({ min: 1, max: 3 }),
  share: constantFrom(0.01, 0.2, 0.9),
  passes: constantFrom(0, 1, 2, 3),
  end: constantFrom('close', 'leave', 'kill'),
  endsAtOnce: boolean(),
})

/** No kind comes twice in a history, so that all come equally often; in some pages, all is well. */
const kinds = shuffledSubarray<Kind | undefined>([...KINDS, undefined, undefined, undefined], {
  minLength: 3,
  maxLength: 7,
})

const history = tuple(kinds, array(page, { minLength: 7, maxLength: 7 }))

/** The history of a seed: its pages, one after the other. */
export function planOf(seed: number): readonly PagePlan[] {
  const [[planted, pages] = [[], []]] = fc.sample(history, { seed, numRuns: 1, unbiased: true })
  return planted.flatMap((kind, index) => pages.slice(index, index + 1).map((plan) => ({ ...plan, kind })))
}

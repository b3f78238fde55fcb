import { describePoison, ENDS, FAILURES, PLACES } from './poisonMatrix.suite.ts'

/** A handful of the whole table, which `poisonMatrix.nightly.test.ts` plays. */
const FEW = [
  ['status 500', 'before 119 others', 'once the others have arrived'],
  ['status 403', 'among 119 others', 'after its first request'],
  ['a reset of the connection', 'after 119 others', 'once the others have arrived'],
  ['status 429 with Retry-After', 'before one other', 'once the others have arrived'],
  ['no answer until the timeout', 'among 119 others', 'once the others have arrived'],
  ['the outcome retry', 'alone', 'after its first request'],
  ['status 502', 'one of five, among 115 others', 'after its first request'],
]

const cases = FAILURES.flatMap((failure) =>
  PLACES.flatMap((place) => ENDS.map((end) => ({ failure, place, end, key: [failure.title, place[0], end].join() }))),
)

describePoison(
  'one event of many',
  cases.filter(({ key }) => FEW.some((one) => one.join() === key)),
)

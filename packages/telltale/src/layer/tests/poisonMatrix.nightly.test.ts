import { describePoison, ENDS, FAILURES, PLACES } from './poisonMatrix.suite.ts'

describePoison(
  'one event of many, each failure at each place',
  FAILURES.flatMap((failure) => PLACES.flatMap((place) => ENDS.map((end) => ({ failure, place, end })))),
)

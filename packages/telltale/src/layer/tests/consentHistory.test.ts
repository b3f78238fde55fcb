import { it } from 'vitest'
import { playSeed } from './consentHistory.suite.ts'
import { kindsOfHistory, replayed } from './consentSteps.suite.ts'

const EVENTS = 40
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 26, 123]

it.each(replayed(SEEDS, EVENTS))(
  'what is held, released and deleted is exactly what should be: TELLTALE_SEED=%i TELLTALE_EVENTS=%i',
  (seed, events) => playSeed(seed, events, kindsOfHistory(seed)),
)

import { it } from 'vitest'
import { playSeed } from './consentHistory.suite.ts'
import { kindsOfHistory, replayed } from './consentSteps.suite.ts'

const EVENTS = 60
const HISTORIES = 100
const FIRST = Date.now() % 1_000_000

it.each(
  replayed(
    Array.from({ length: HISTORIES }, (_, index) => FIRST + index),
    EVENTS,
  ),
)('what is held, released and deleted is exactly what should be: TELLTALE_SEED=%i TELLTALE_EVENTS=%i', (seed, events) =>
  playSeed(seed, events, kindsOfHistory(seed)),
)

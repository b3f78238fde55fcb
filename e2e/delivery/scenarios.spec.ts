import { test } from '@playwright/test'
import { scenarios } from 'bench/delivery/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'

/** A different ending of the page each. */
const CORE = ['nav6', 'burst20nav', 'close20', 'offline20', 'twotabs503', 'crash20', 'crashfast']

for (const scenario of scenarios) {
  const tag = CORE.includes(scenario.name) ? '@core' : []
  test(`every event is stored once: ${scenario.title} (${scenario.name})`, { tag }, async ({ browser }, info) => {
    await expectEachOnce(scenario, { browser, info })
  })
}

import { scenarios } from 'stage/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'
import { test } from './test.ts'

/** Scenarios in each of which the page ends in a different way, beside those that variants.ts names. */
const CORE = ['nav6', 'offline20', 'twotabs503', 'crashfast']

for (const scenario of scenarios) {
  const tag = CORE.includes(scenario.name) ? ['@core', '@engines'] : '@engines'
  test(`every event is stored once: ${scenario.title} (${scenario.name})`, { tag }, async ({ engine }, info) => {
    await expectEachOnce(scenario, { engine, info })
  })
}

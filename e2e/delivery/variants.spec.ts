import { scenarios } from 'bench/delivery/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'
import { variants } from './variants.ts'
import { test } from './test.ts'

for (const { title, hasNoStorage, core, ...variant } of variants) {
  test.describe(`when ${title}`, () => {
    for (const scenario of scenarios.filter(({ needsStorage }) => !hasNoStorage || !needsStorage)) {
      const tag = scenario.name === core ? '@core' : []
      test(`every event is stored once: ${scenario.title} (${scenario.name})`, { tag }, async ({ engine }, info) => {
        await expectEachOnce(scenario, { engine, info }, variant)
      })
    }
  })
}

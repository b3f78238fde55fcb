import { scenarios } from 'bench/delivery/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'
import { variants } from './variants.ts'
import { test } from './test.ts'

/** A page that is left and a tab that is closed: the endings that engines treat differently. All variants have both. */
const IN_ENGINES = ['burst20nav', 'close20']

for (const { title, hasNoStorage, core, ...variant } of variants) {
  test.describe(`when ${title}`, () => {
    for (const scenario of scenarios.filter(({ needsStorage }) => !hasNoStorage || !needsStorage)) {
      const tag = [
        ...(scenario.name === core ? ['@core'] : []),
        ...(IN_ENGINES.includes(scenario.name) ? ['@engines'] : []),
      ]
      test(`every event is stored once: ${scenario.title} (${scenario.name})`, { tag }, async ({ engine }, info) => {
        await expectEachOnce(scenario, { engine, info }, variant)
      })
    }
  })
}

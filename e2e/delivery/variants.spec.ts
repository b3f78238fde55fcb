import { scenarios } from 'stage/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'
import { variants } from './variants.ts'
import { test } from './test.ts'

/** Leaving a page and closing a tab are the endings that engines treat differently. All variants have both. */
const IN_ENGINES = ['burst20nav', 'close20']

for (const { title, hasNoLocalStorage, hasNoStorage, core, ...variant } of variants) {
  test.describe(`when ${title}`, () => {
    for (const scenario of scenarios.filter(({ needsStorage }) => !hasNoStorage || !needsStorage)) {
      const tag = [
        ...(scenario.name === core ? ['@core'] : []),
        ...(IN_ENGINES.includes(scenario.name) ? ['@engines'] : []),
      ]
      test(`every event is stored once: ${scenario.title} (${scenario.name})`, { tag }, async ({ engine }, info) => {
        // The database is opened by a file that is loaded later. Until then, only localStorage keeps events.
        const needsUser = hasNoLocalStorage
        const settings = { ...variant.settings, ...(needsUser && { waitsUntilReady: true as const }) }
        // WebKit, and Firefox on a busy machine, may discard a `keepalive` request of a tab that is closed. Without storage, no later page repeats it.
        const mayLoseLatest = hasNoStorage === true && engine.name !== 'chromium' && scenario.name === 'close20'
        await expectEachOnce(scenario, { engine, info, mayLoseLatest }, { ...variant, settings })
      })
    }
  })
}

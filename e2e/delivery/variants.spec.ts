import { test } from '@playwright/test'
import { scenarios } from 'bench/delivery/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'
import { variants } from './variants.ts'

test.describe.configure({ timeout: 400_000 })
test.use({ trace: 'off' })

/** A different ending of the page each; with DELIVERY=all the whole matrix of scenarios and variants is played. */
const FEW = ['burst20nav', 'close20', 'twotabs503', 'crash20']
const isWhole = process.env['DELIVERY'] === 'all'

for (const { title, hasNoStorage, ...variant } of variants) {
  test.describe(`when ${title}`, () => {
    const possible = scenarios.filter(({ needsStorage }) => !hasNoStorage || !needsStorage)
    for (const scenario of isWhole ? possible : possible.filter(({ name }) => FEW.includes(name))) {
      test(`${scenario.name}: ${scenario.title}: each is stored once`, async ({ browser }, info) => {
        await expectEachOnce(scenario, { browser, info }, variant)
      })
    }
  })
}

import { test } from '@playwright/test'
import { scenarios } from 'bench/delivery/scenarios'
import { expectEachOnce } from './expectEachOnce.ts'

test.describe.configure({ timeout: 300_000 })
test.use({ trace: 'off' })

for (const scenario of scenarios) {
  test(`${scenario.name}: ${scenario.title}: each is stored once`, async ({ browser }, info) => {
    await expectEachOnce(scenario, { browser, info })
  })
}

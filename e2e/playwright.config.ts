import { availableParallelism } from 'node:os'
import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import { headless, launchOptions } from '../scripts/launchOptions.mjs'
import type { EngineOption } from './delivery/test.ts'
import type { StoreOption } from './startStore.ts'

const NIGHTLY = '**/*.nightly.spec.ts'
/** An unanswered request is aborted after 30 s, and retries wait for up to a minute. */
const DELIVERY_MS = 400_000
const HISTORIES_MS = 3_600_000
/** Suites of random histories. */
const HISTORIES = { truth: 'truth/truth.spec.ts', versions: 'truth/versions.spec.ts', losses: 'losses/*.spec.ts' }

/** Tests that end a page. They use an engine of the stage. */
const delivery = { testDir: 'delivery', timeout: DELIVERY_MS }

/** Each suite names its projects: see scripts/suites.mjs. */
export default defineConfig<StoreOption, EngineOption>({
  outputDir: '../test-results/e2e',
  // Vitest runs the unit tests of this folder, `*.test.ts`.
  testMatch: '**/*.spec.ts',
  // Tests share nothing: each worker has its own demo application, services and database.
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  reportSlowTests: { max: 10, threshold: 30_000 },
  globalSetup: './ensureBuilt.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(),
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testDir: 'journeys', testIgnore: NIGHTLY, use: headless },
    { name: 'console', testDir: 'console', testIgnore: NIGHTLY, use: headless },
    // Each file runs in one worker, which bundles each page once.
    { name: 'migration', testDir: 'migration', use: headless, fullyParallel: false },
    { name: 'vendors', testDir: 'vendors', use: headless, fullyParallel: false },
    { ...delivery, name: 'core-delivery', grep: /@core/ },
    { name: 'collector', testDir: 'collector', use: headless },
    // The same with PostgreSQL.
    { name: 'collector-postgres', testDir: 'collector', use: { ...headless, store: 'postgres' } },
    {
      ...{ name: 'losses-postgres', testDir: 'losses', timeout: HISTORIES_MS },
      use: { engineName: 'chromium', store: 'postgres', screenshot: 'off' },
    },
    // All of them, with each scenario under each variant.
    { ...delivery, name: 'delivery', grepInvert: /@exits/ },
    { name: 'nightly-journeys', testDir: 'journeys', testMatch: NIGHTLY, use: headless },
    { name: 'nightly-console', testDir: 'console', testMatch: NIGHTLY, use: headless },
    ...engineNames.flatMap(inEngine),
    {
      // Of the documentation, by `npm run screenshots -w e2e`. A screenshot is neither right nor wrong.
      name: 'screenshots',
      testDir: 'screenshots',
      testMatch: '*.shot.ts',
      use: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1, screenshot: 'off' },
    },
  ],
})

function inEngine(
  engineName: EngineOption['engineName'],
): PlaywrightTestConfig<StoreOption, EngineOption>['projects'] & object {
  const use = { engineName }
  return [
    // Each way in which a page can end, and known differences between engines. Conditions that do not depend on the engine, such as
    // the clock or the size of an event, are not repeated: `delivery` plays them in Chromium.
    { ...delivery, name: `engines-${engineName}`, grep: /@engines/, use },
    { ...delivery, name: `exit-rates-${engineName}`, grep: /@exits/, use },
    // The fixture of a page is not used: there is nothing to show.
    ...Object.entries(HISTORIES).map(([suite, testMatch]) => ({
      ...{ name: `${suite}-${engineName}`, testMatch, timeout: HISTORIES_MS },
      use: { ...use, screenshot: 'off' as const },
    })),
  ]
}

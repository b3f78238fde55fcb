import { defineConfig } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import type { EngineOption } from './delivery/test.ts'
import { sharedConfig } from './sharedConfig.ts'

/** What `npm run test:engines` plays: a project for each engine. */
export default defineConfig<object, EngineOption>({
  ...sharedConfig,
  testDir: 'delivery',
  // Each way in which a page can end, and known differences between engines. Conditions that do not depend on the engine, such as
  // the clock or the size of an event, are not repeated: `delivery.config.ts` plays them in Chromium.
  grep: /@engines/,
  // An unanswered request is aborted after 30 s, and retries wait for up to a minute.
  timeout: 400_000,
  projects: engineNames.map((engineName) => ({ name: engineName, use: { engineName } })),
})

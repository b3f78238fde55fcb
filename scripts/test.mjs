import { runSuites } from './tests/runSuites.mjs'

// npm test [-- <part of a file's path> …]
await runSuites([
  { name: 'unit and browser', runner: 'vitest', config: 'vitest.config.ts' },
  { name: 'journeys', runner: 'playwright', config: 'e2e/playwright.config.ts' },
])

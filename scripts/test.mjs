import { playwrightRunner, runSuites, runVitest } from './tests/runSuites.mjs'

// npm test [-- <part of a file's path> …]
await runSuites({
  command: 'npm test',
  runners: [runVitest, playwrightRunner({ name: 'journeys', config: 'e2e/playwright.config.ts' })],
})

import { runSuites } from './tests/runSuites.mjs'

// npm run test:nightly [-- <part of a file's path> …]
await runSuites([
  { name: 'packages and commands', runner: 'vitest', config: 'vitest.nightly.config.ts' },
  { name: 'more journeys', runner: 'playwright', config: 'e2e/nightly.config.ts' },
])

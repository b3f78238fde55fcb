import { playwrightRunner, runSuites } from './tests/runSuites.mjs'

// npm run test:delivery [-- <part of a file's path> …]
await runSuites({
  command: 'npm run test:delivery',
  runners: [playwrightRunner({ name: 'delivery', config: 'e2e/delivery.config.ts' })],
})

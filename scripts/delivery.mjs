import { runSuites } from './tests/runSuites.mjs'

// npm run test:delivery [-- <part of a file's path> …]
await runSuites([{ name: 'delivery', runner: 'playwright', config: 'e2e/delivery.config.ts' }])

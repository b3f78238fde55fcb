import { runSuites } from '../scripts/tests/runSuites.mjs'

// npm run test:examples [-- <part of a file's path> …]
await runSuites([{ name: 'examples', runner: 'vitest', config: 'examples/vitest.config.mjs' }])

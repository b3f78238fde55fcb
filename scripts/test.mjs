import { TESTS } from './ensureInstalled.mjs'
import { runSuites } from './tests/runSuites.mjs'

// node scripts/test.mjs <command> [<part of a file's path> …]

/** The suites of each command, `npm test` and `npm run test:…`. @type {Record<string, import('./tests/runSuites.mjs').PlannedSuite[]>} */
const COMMANDS = {
  test: [
    { name: 'unit and browser', runner: 'vitest', config: 'vitest.config.ts' },
    { name: 'journeys', runner: 'playwright', config: 'e2e/playwright.config.ts' },
  ],
  delivery: [{ name: 'delivery', runner: 'playwright', config: 'e2e/delivery.config.ts' }],
  nightly: [
    { name: 'packages and commands', runner: 'vitest', config: 'vitest.nightly.config.ts' },
    { name: 'more journeys', runner: 'playwright', config: 'e2e/nightly.config.ts' },
  ],
  examples: [{ name: 'examples', runner: 'vitest', config: 'examples/vitest.config.mjs' }],
  docs: [
    { name: 'code of documents', runner: 'vitest', config: 'docs/vitest.config.mjs' },
    { name: 'site', runner: 'playwright', config: 'docs/playwright.config.ts' },
  ],
}

const [command = '', ...filters] = process.argv.slice(2)
const workspaces = ['test', 'delivery'].includes(command) ? TESTS : undefined
await runSuites(COMMANDS[command] ?? [], { filters, workspaces, folders: command === 'docs' ? ['docs'] : [] })

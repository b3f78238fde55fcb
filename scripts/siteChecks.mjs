import { runSuites } from './tests/runSuites.mjs'

// npm run test:docs [-- <part of a file's path> …]: compiles and runs the code that documents show, builds the documentation site, which
// also checks its links, and checks its pages in Chromium.
await runSuites(
  [
    { name: 'code of documents', runner: 'vitest', config: 'docs/vitest.config.mjs' },
    { name: 'site', runner: 'playwright', config: 'docs/playwright.config.ts' },
  ],
  { folders: ['docs'] },
)

// npm run mutation [-- --mutate <glob>]: changes the code in small ways, and lists the changes that no unit test notices.
// It is not a gate, because some changes have no effect that a user can observe. Its report is in .cache/mutation. The version is
// the last one that runs on Node 20.

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'packages/telltale/vitest.mutation.config.ts', related: false },
  mutate: ['packages/telltale/src/{adapters,identity}/**/*.ts', '!**/*.test.ts', '!**/*.suite.ts'],
  // Run only the tests that reach the changed code.
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  timeoutMS: 30_000,
  concurrency: 1,
  // Reuse the results of the last run where neither code nor tests have changed.
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  tempDirName: '.cache/mutation/sandbox',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false },
  ignorePatterns: [
    'apps',
    'bench',
    'compatibility',
    'contract',
    'docs',
    'e2e',
    'examples',
    'packages/local',
    'stage',
    '**/dist',
  ],
}

import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserProviderOption } from 'vitest/node'
import { headless } from './scripts/launchOptions.mjs'

/** The condition under which the packages export their sources. */
const SOURCE = '@telltale/source'

/** Tests of packages and commands as a user installs them. They pack, compile and bundle whole applications, which takes minutes. */
const NIGHTLY = '**/*.nightly.test.{ts,mjs}'

/** Tests that need a PostgreSQL server on the machine. */
const POSTGRES = '**/*.postgres.test.ts'

/** Tests that start brokers of Kafka, and PostgreSQL. They need a newer Node than the others. */
const KAFKA = '**/*.kafka.test.ts'

/** Tests that need DuckDB, which has 70 MB. */
const PARQUET = '**/*.parquet.test.ts'

/** Experiments that Python computes again, and thousands of simulated ones. */
const EXPERIMENTS = '**/*.experiments.test.ts'

/** Long runs of collectors, in which faults happen. */
const FAULTS = '**/*.faults.test.ts'

/** Long runs of collectors that are attacked. */
const HOSTILE = '**/*.hostile.test.ts'

/** Acts of operators on collectors, which take minutes. */
const OPERATOR = '**/*.operator.test.ts'

/** Collectors with stores that have grown, which takes minutes and a million events. */
const GROWTH = '**/*.growth.test.ts'

/** Tests that play random histories and other random input, as many as `TELLTALE_HISTORIES` says. */
const RANDOM = [
  'packages/collector/src/loss/plantedLosses.test.ts',
  'packages/local/src/flags/flagStreams.model.test.ts',
  'packages/local/src/json/editJson.test.ts',
  'packages/telltale/src/flags/{readContext,wireFlags}.test.ts',
  'packages/telltale/src/layer/truth/truth.{doors,life,model,visitor}.test.ts',
]

const IN_BROWSER = '**/*.browser.test.{ts,tsx}'

// The tests of an example are run by those of the examples, as its user runs them.
const NOT_OURS = [...configDefaults.exclude, '.cache/**', '**/.telltale/**', 'examples/*/**']

// A busy machine must not fail a test: tests assert what happens, not how soon. Vitest's own limit for a poll is one second.
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  // The reporter names tests that take longer.
  slowTestThreshold: 3_000,
}

/** Tests in Node, of the sources. */
export const nodeProject = (
  name: string,
  { exclude = [], ...options }: TestProjectInlineConfiguration['test'] & object,
): TestProjectInlineConfiguration => ({
  resolve: { conditions: [SOURCE, ...defaultServerConditions] },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
  test: { ...PATIENCE, name, environment: 'node', exclude: [...NOT_OURS, ...exclude], ...options },
})

interface BrowserOptions {
  readonly include?: string[]
  /** A folder of the repository whose React is used in place of its own. */
  readonly react?: string
  readonly provider: BrowserProviderOption
  readonly browser: 'chromium' | 'firefox' | 'webkit'
}

/** Tests in a browser. */
export const browserProject = (
  name: string,
  { include = [IN_BROWSER], react, provider, browser }: BrowserOptions,
): TestProjectInlineConfiguration => ({
  resolve: {
    conditions: [SOURCE, ...defaultClientConditions],
    alias: react
      ? ['react-dom', 'react'].map((find) => ({
          find: new RegExp(`^${find}(?=/|$)`),
          replacement: fileURLToPath(new URL(`${react}/node_modules/${find}`, import.meta.url)),
        }))
      : [],
  },
  // What Vite has made ready for one React is not for another.
  cacheDir: fileURLToPath(new URL(`node_modules/.vite/${name}`, import.meta.url)),
  // Found late, a dependency makes Vite reload the page in the middle of a test; named here, it is ready before.
  optimizeDeps: {
    include: [
      '@datadog/browser-rum',
      '@openfeature/react-sdk',
      '@openfeature/web-sdk',
      'eventsource-parser',
      'eventsource-parser/stream',
      'react',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      'react-refresh/runtime',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'vitest-browser-react',
    ],
  },
  test: {
    ...PATIENCE,
    name,
    include,
    exclude: NOT_OURS,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // A browser's first start, with Vite's first work beside it, may take a busy machine more than Vitest's minute.
      connectTimeout: 300_000,
      provider,
      instances: [{ browser }],
    },
  },
})

const chromium = { browser: 'chromium' as const, provider: playwright(headless) }

// One process runs many files and imports each source once. That is safe here: no test mocks a module, a test that
// replaces a global restores it, and no source or test helper keeps state that a later file could notice.
const inOneProcess = { isolate: false }

/** Each suite names its projects: see scripts/suites.mjs. */
export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      nodeProject('unit', {
        ...inOneProcess,
        include: ['**/*.test.{ts,tsx,mjs}'],
        exclude: [
          ...[IN_BROWSER, NIGHTLY, POSTGRES, KAFKA, PARQUET, EXPERIMENTS, FAULTS, HOSTILE, OPERATOR, GROWTH],
          'docs/code/**',
        ],
      }),
      browserProject('browser', chromium),
      browserProject('react-18', {
        ...chromium,
        include: ['packages/telltale/src/**/*.browser.test.tsx'],
        react: './compatibility/other-versions',
      }),
      // Each file starts a server.
      nodeProject('collector-postgres', { ...inOneProcess, include: [POSTGRES], maxWorkers: 1 }),
      nodeProject('collector-kafka', {
        ...inOneProcess,
        include: [KAFKA],
        maxWorkers: 1,
        testTimeout: 300_000,
        hookTimeout: 180_000,
      }),
      nodeProject('collector-parquet', { ...inOneProcess, include: [PARQUET] }),
      // Its suite installs Python's packages.
      nodeProject('experiments', { include: [EXPERIMENTS], testTimeout: 600_000 }),
      nodeProject('collector-faults', { ...inOneProcess, include: [FAULTS], maxWorkers: 1 }),
      nodeProject('collector-hostile', { ...inOneProcess, include: [HOSTILE], maxWorkers: 1 }),
      nodeProject('collector-growth', { ...inOneProcess, include: [GROWTH], maxWorkers: 1 }),
      nodeProject('collector-operator', { ...inOneProcess, include: [OPERATOR], maxWorkers: 1, testTimeout: 120_000 }),
      nodeProject('nightly', { ...inOneProcess, include: [NIGHTLY] }),
      // The project `unit` plays each of these once, and always the same histories of the truth.
      nodeProject('histories', {
        ...inOneProcess,
        include: RANDOM,
        env: { TELLTALE_HISTORIES: process.env['TELLTALE_HISTORIES'] ?? '40' },
        testTimeout: 3_600_000,
      }),
      nodeProject('docs', { include: ['docs/code/*.test.mjs'] }),
      nodeProject('examples', { include: ['examples/*.spec.mjs'], testTimeout: 120_000, hookTimeout: 120_000 }),
    ],
  },
})

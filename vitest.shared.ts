import { fileURLToPath } from 'node:url'
import { defaultClientConditions } from 'vite'
import { configDefaults, type TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserProviderOption } from 'vitest/node'

/** The condition under which the packages export their sources. */
export const SOURCE = '@telltale/source'

/** Tests of packages and commands as a user installs them. They pack, compile and bundle whole applications, which takes minutes. */
export const NIGHTLY = '**/*.nightly.test.{ts,mjs}'

export const IN_BROWSER = '**/*.browser.test.{ts,tsx}'

// The tests of an example are run by those of the examples, as its user runs them.
export const NOT_OURS = [...configDefaults.exclude, 'docs/code/**', '.cache/**', '**/.telltale/**', 'examples/*/src/**']

// A busy machine must not fail a test: tests assert what happens, not how soon. Vitest's own limit for a poll is one second.
export const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  // The reporter names tests that take longer.
  slowTestThreshold: 3_000,
}

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

import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { findHeadless } from './scripts/findChromium.mjs'

const inBrowser = '**/*.browser.test.{ts,tsx}'
const notOurs = [...configDefaults.exclude, 'e2e/**', '.cache/**', '**/.telltale/**']
const source = '@telltale/source'

// A busy machine must not fail a test: tests assert what happens, not how soon. Vitest's own limit for a poll is one second.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

const browser = await findHeadless()
const executablePath = browser.type === 'found' ? { executablePath: browser.path } : {}
const isRoot = process.getuid?.() === 0

/** Tests in Chromium, with the React that is at hand, or with the one that `react-18/` brings. */
const inChromium = (name: string, { include, react }: { include: string[]; react?: string }) => ({
  resolve: {
    conditions: [source, ...defaultClientConditions],
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
    ...patience,
    name,
    include,
    exclude: notOurs,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Chromium refuses its sandbox to root, as in a container.
        launchOptions: { ...executablePath, args: isRoot ? ['--no-sandbox'] : [] },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { conditions: [source, ...defaultServerConditions] },
        ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
        test: {
          ...patience,
          name: 'unit',
          environment: 'node',
          // One process runs many files and imports each source once. That is safe here: no test mocks a module, a test that
          // replaces a global restores it, and no source or test helper keeps state that a later file could notice.
          isolate: false,
          include: ['**/*.test.{ts,tsx,mjs}'],
          exclude: [...notOurs, inBrowser],
        },
      },
      inChromium('browser', { include: [inBrowser] }),
      inChromium('react-18', {
        include: ['packages/telltale/src/**/*.browser.test.tsx'],
        react: './react-18',
      }),
    ],
  },
})

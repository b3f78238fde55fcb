import { playwright } from '@vitest/browser-playwright'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { findHeadless } from './scripts/findChromium.mjs'
import { browserProject, IN_BROWSER, NIGHTLY, NOT_OURS, PATIENCE, SOURCE } from './vitest.shared.ts'

const found = findHeadless()
const executablePath = found.type === 'found' ? { executablePath: found.path } : {}
const isRoot = process.getuid?.() === 0

const chromium = {
  browser: 'chromium' as const,
  // Chromium refuses its sandbox to root, as in a container.
  provider: playwright({ launchOptions: { ...executablePath, args: isRoot ? ['--no-sandbox'] : [] } }),
}

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { conditions: [SOURCE, ...defaultServerConditions] },
        ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
        test: {
          ...PATIENCE,
          name: 'unit',
          environment: 'node',
          // One process runs many files and imports each source once. That is safe here: no test mocks a module, a test that
          // replaces a global restores it, and no source or test helper keeps state that a later file could notice.
          isolate: false,
          include: ['**/*.test.{ts,tsx,mjs}'],
          exclude: [...NOT_OURS, IN_BROWSER, NIGHTLY],
        },
      },
      browserProject('browser', chromium),
      browserProject('react-18', {
        ...chromium,
        include: ['packages/telltale/src/**/*.browser.test.tsx'],
        react: './compatibility/react-18',
      }),
    ],
  },
})

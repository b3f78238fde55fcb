import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { IN_BROWSER, NOT_OURS, PATIENCE, SOURCE } from './vitest.shared.ts'

/** The unit tests of the library in Node, without the truth model, which takes half a minute for each change. */
export default defineConfig({
  resolve: { conditions: [SOURCE, ...defaultServerConditions] },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
  test: {
    ...PATIENCE,
    environment: 'node',
    isolate: false,
    include: ['packages/telltale/src/**/*.test.{ts,tsx}'],
    exclude: [...NOT_OURS, IN_BROWSER, '**/truth.model.test.ts'],
  },
})

import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { SOURCE } from '../vitest.shared.ts'

// Apart from `npm test`: the frameworks take most of a minute to build.
export default defineConfig({
  resolve: { conditions: [SOURCE, ...defaultServerConditions] },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
  test: {
    include: ['examples/*.spec.mjs'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})

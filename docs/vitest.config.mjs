import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { PATIENCE, SOURCE } from '../vitest.shared.ts'

// What documents show is compiled and run apart from `npm test`: it takes a minute, and changes with the documents.
export default defineConfig({
  resolve: { conditions: [SOURCE, ...defaultServerConditions] },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
  test: { ...PATIENCE, include: ['docs/code/*.test.mjs'] },
})

import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { NIGHTLY, NOT_OURS, PATIENCE, SOURCE } from './vitest.shared.ts'

/** Tests of packages and commands, for `npm run test:nightly`. */
export default defineConfig({
  resolve: { conditions: [SOURCE, ...defaultServerConditions] },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
  test: { ...PATIENCE, maxWorkers: '100%', isolate: false, include: [NIGHTLY], exclude: NOT_OURS },
})

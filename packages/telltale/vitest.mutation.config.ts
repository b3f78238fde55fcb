import { defineConfig } from 'vitest/config'
import { nodeProject } from '../../vitest.config.ts'

/** The unit tests of the library in Node, without the truth model, which takes half a minute for each change. */
export default defineConfig(
  nodeProject('unit', {
    isolate: false,
    include: ['packages/telltale/src/**/*.test.{ts,tsx}'],
    exclude: ['**/*.browser.test.{ts,tsx}', '**/truth.model.test.ts'],
  }),
)

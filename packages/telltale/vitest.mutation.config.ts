import { defineConfig } from 'vitest/config'
import { nodeProject } from '../../vitest.config.ts'

/** The unit tests of the library in Node, without the truth model and the random histories of consent, which take long for each change. */
export default defineConfig(
  nodeProject('unit', {
    isolate: false,
    include: ['packages/telltale/src/**/*.test.{ts,tsx}'],
    exclude: [
      '**/*.browser.test.{ts,tsx}',
      '**/*.nightly.test.ts',
      '**/truth.model.test.ts',
      '**/consentHistory*.test.ts',
    ],
  }),
)

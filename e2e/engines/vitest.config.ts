import { defineConfig } from 'vitest/config'
import { browserProject } from '../../vitest.config.ts'
import { engineProvider } from './engineProvider.ts'

/** The browser tests in the engines in which `npm test` does not run them. */
export default defineConfig({
  test: {
    projects: (['firefox', 'webkit'] as const).map((name) =>
      browserProject(name, { browser: name, provider: engineProvider(name) }),
    ),
  },
})

import { defineConfig } from 'vitest/config'
import { engineProvider } from './scripts/engines/engineProvider.mjs'
import { browserProject } from './vitest.shared.ts'

/** The browser tests in the engines that `npm test` leaves out; a step of `npm run test:engines`. */
export default defineConfig({
  test: {
    projects: (['firefox', 'webkit'] as const).map((name) =>
      browserProject(name, { browser: name, provider: engineProvider(name) }),
    ),
  },
})

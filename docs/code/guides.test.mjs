import { expect, test } from 'vitest'
import { FRAMEWORKS, runGuides, testedGuides } from './runGuides.mjs'

const PATIENCE_MS = 300_000

const CONFIGURATION = `import { defaultServerConditions } from 'vite'
const conditions = ['@telltale/source', ...defaultServerConditions]
export default { resolve: { conditions }, ssr: { resolve: { conditions } }, test: { environment: 'jsdom', include: ['**/*.test.{ts,tsx}'] } }
`

test(
  'the tests that the guides show pass as they are written',
  async () => {
    const guides = testedGuides.filter(({ name }) => !FRAMEWORKS.includes(name))
    const { failures, passed, tests } = await runGuides('.cache/guides', guides, CONFIGURATION)
    expect(failures).toEqual([])
    expect(passed).toEqual(tests)
    expect(tests.length).toBeGreaterThan(5)
  },
  PATIENCE_MS,
)

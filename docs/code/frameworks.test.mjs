import { expect, test } from 'vitest'
import { FRAMEWORKS, runGuides, testedGuides } from './runGuides.mjs'

const PATIENCE_MS = 300_000

// Frameworks have another build for browsers, which the condition selects, also where a package would be left to Node.
const CONFIGURATION = `
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { defaultServerConditions } from 'vite'
import solid from 'vite-plugin-solid'

const conditions = ['@telltale/source', 'browser', ...defaultServerConditions]
export default {
  plugins: [vue(), svelte(), solid({ include: '**/solid/**' })],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  oxc: { decorator: { legacy: true } },
  test: { environment: 'jsdom', include: ['**/*.test.ts'], server: { deps: { inline: [/svelte/, /solid-js/] } } },
}
`

/** @param {(code: string) => string} [change] */
const run = (change = (code) => code) => {
  const guides = testedGuides
    .filter(({ name }) => FRAMEWORKS.includes(name))
    .map(({ name, blocks }) => ({ name, blocks: blocks.map((block) => ({ ...block, code: change(block.code) })) }))
  return runGuides('.cache/examples/.guides', guides, CONFIGURATION)
}

test(
  'the component that the guide of each framework shows follows the flag and the user until it ends',
  async () => {
    const { failures, passed, tests } = await run()
    expect(failures).toEqual([])
    expect(passed).toEqual(tests)
    expect(tests).toHaveLength(FRAMEWORKS.length)
  },
  PATIENCE_MS,
)

/** What ends a subscription in the guides where the component itself does it. */
const ENDS = /onScopeDispose\((?=\n)|inject\(DestroyRef\).onDestroy\(stop\)|(?<=return \(\) => )ends.forEach.*/g

test(
  'the tests of the guides fail where a component does not end its subscription',
  async () => {
    const { passed } = await run((code) => code.replace(ENDS, (end) => (end.endsWith('(') ? '(' : 'undefined')))
    expect(passed.map((path) => path.split('/').at(-3))).toEqual(['solid', 'svelte'])
  },
  PATIENCE_MS,
)

import { describe, expect, test } from 'vitest'
import { browserOrSentence, waysToInstall } from './browserPlan.mjs'

const debianAsRoot = { platform: 'linux', isRoot: true, hasApt: true }
const debian = { ...debianAsRoot, isRoot: false }
const fedora = { platform: 'linux', isRoot: true, hasApt: false }
const mac = { platform: 'darwin', isRoot: false, hasApt: false }

test.each([
  ['root on Debian or Ubuntu', debianAsRoot, ['apt', 'playwright']],
  ['another user there', debian, ['playwright']],
  ['a Linux without apt', fedora, ['playwright']],
  ['a Mac', mac, ['playwright']],
])('%s installs in this order: %j', (_who, machine, ways) => {
  expect(waysToInstall(machine)).toEqual(ways)
})

describe('getting a browser', () => {
  /**
   * A machine on which installing in a way of `works` succeeds, and brings a browser that starts in one of `brings`.
   *
   * @param {{ machine?: typeof mac, works?: string[], brings?: string[], found?: import('./findChromium.mjs').Browser }} world
   */
  async function get({ machine = debianAsRoot, works = [], brings = works, found = { type: 'missing' } }) {
    /** @type {string[]} */
    const tried = []
    const result = await browserOrSentence(machine, {
      find: async () => {
        const way = tried.filter((one) => brings.includes(one)).at(-1)
        return way ? { type: 'found', path: `/by/${way}` } : found
      },
      install: async (way) => {
        tried.push(way)
        return works.includes(way)
      },
      say: () => {},
    })
    return { result, tried }
  }

  test('takes the one that is there and installs nothing', async () => {
    const found = /** @type {const} */ ({ type: 'found', path: '/usr/bin/chromium' })
    expect(await get({ found })).toEqual({ result: found, tried: [] })
  })

  test('installs nothing beside a wrong CHROMIUM_PATH but says so', async () => {
    const found = /** @type {const} */ ({ type: 'wrong', sentence: 'CHROMIUM_PATH is /x.' })
    expect(await get({ found })).toEqual({ result: { type: 'stopped', sentence: 'CHROMIUM_PATH is /x.' }, tried: [] })
  })

  test('stops at the first way that works', async () => {
    expect(await get({ works: ['apt', 'playwright'] })).toEqual({
      result: { type: 'found', path: '/by/apt' },
      tried: ['apt'],
    })
  })

  test('goes on to the next way when one fails', async () => {
    expect(await get({ works: ['playwright'] })).toEqual({
      result: { type: 'found', path: '/by/playwright' },
      tried: ['apt', 'playwright'],
    })
  })

  test('goes on when what was installed does not start', async () => {
    expect(await get({ works: ['apt', 'playwright'], brings: ['playwright'] })).toMatchObject({
      result: { type: 'found', path: '/by/playwright' },
    })
  })

  test.each([
    [
      debian,
      'The tests need Chromium: install it (sudo apt-get install chromium), or set CHROMIUM_PATH to where it is.',
    ],
    [mac, 'The tests need Chromium: install it, or set CHROMIUM_PATH to where it is.'],
  ])('on %j says what to install when no way works', async (machine, sentence) => {
    expect((await get({ machine })).result).toEqual({ type: 'stopped', sentence })
  })

  test.each([
    [debian, /libraries it needs \(sudo npx playwright install-deps chromium\)/],
    [mac, /set CHROMIUM_PATH to one that does/],
  ])('on %j says what is lacking when it was installed and does not start', async (machine, sentence) => {
    const { result } = await get({ machine, works: ['playwright'], brings: [] })
    expect(result).toMatchObject({ type: 'stopped', sentence: expect.stringMatching(sentence) })
  })
})

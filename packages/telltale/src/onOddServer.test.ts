import { describe, expect, it } from 'vitest'
import { buildOddServers, outcomeOf } from './oddServers.suite.ts'
import { describeOddServers, LEFTOVERS } from './serverLeftovers.suite.ts'

// A server on which something has left a part of a browser: an old polyfill, a parser of HTML, a test that did not clean up. And
// environments for tests, which are a browser without one. Each is a
// process of its own: onOddServer.nightly.test.ts has all of them.

buildOddServers()

/** One for each way in which the layer could take a server for a browser. */
const SAMPLE = [
  'nothing',
  'a document that throws',
  'a window that is the global object, and a document',
  'a parsed document with a window of its own',
  'a parsed document and a location',
  'storage that throws',
]

describeOddServers(SAMPLE.map((title) => LEFTOVERS.find(([name]) => name === title) ?? expect.unreachable(title)))

/** Vitest's own, which other runners resemble. */
const vitest = (options: object) => `
import { builtinEnvironments } from 'vitest/runtime'
await builtinEnvironments.jsdom.setup(globalThis, { jsdom: ${JSON.stringify(options)} })
`

describe('an environment for tests counts as a browser', () => {
  it.concurrent.each([
    ['jsdom that pretends to be visual, as Vitest and Jest have it', vitest({ pretendToBeVisual: true })],
    ['jsdom, whose pages are never visible by default', vitest({ pretendToBeVisual: false })],
  ])('%s', async (_, code) => {
    expect(await outcomeOf('tests', code)).toEqual({
      identity: 'known',
      flag: true,
      asked: ['api.test', 'flags.test', 'collect.test'],
    })
  })
})

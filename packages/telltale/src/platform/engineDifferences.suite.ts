import { server } from 'vitest/browser'

/**
 * The differences between the engines that the browser tests notice. engineDifferences.browser.test.ts checks this
 * table against each engine.
 */
export interface EngineDifferences {
  /**
   * The number of nesting levels up to which `JSON.stringify` can be relied on. Firefox fails between 4,400 and 4,700
   * levels, the others above 20,000.
   */
  jsonDepth: number
  /**
   * Whether a structured clone of 100,000 nested arrays throws, so that IndexedDB refuses them. Firefox clones them.
   */
  refusesDeepClones: boolean
  /** Whether `new ReadableStream({ type: 'bytes' })` works, as React's streaming server renderer needs it. WebKit's does not. */
  hasByteStreams: boolean
  /** Whether a lock request in a document that is gone is refused. In Firefox, the promise never settles. */
  refusesLocksOfGoneDocuments: boolean
}

const DIFFERENCES: Record<string, EngineDifferences> = {
  chromium: { jsonDepth: 20_000, refusesDeepClones: true, hasByteStreams: true, refusesLocksOfGoneDocuments: true },
  firefox: { jsonDepth: 4_000, refusesDeepClones: false, hasByteStreams: true, refusesLocksOfGoneDocuments: false },
  webkit: { jsonDepth: 20_000, refusesDeepClones: true, hasByteStreams: false, refusesLocksOfGoneDocuments: true },
}

/** The differences of the engine that runs this test. */
export const engineDifferences = differencesOf(server.browser)

function differencesOf(engine: string): EngineDifferences {
  const differences = DIFFERENCES[engine]
  if (!differences) throw new Error(`engineDifferences.suite.ts says nothing about ${engine}.`)
  return differences
}

import { expect, it } from 'vitest'
import { engineDifferences } from './engineDifferences.suite.ts'

const works = (action: () => unknown) => {
  try {
    action()
    return true
  } catch {
    return false
  }
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

it('JSON.stringify writes values nested as deeply as in the table, and only Firefox fails before 20,000 levels', () => {
  const { jsonDepth } = engineDifferences
  expect(works(() => JSON.stringify(nested(jsonDepth)))).toBe(true)
  expect(works(() => JSON.stringify(nested(20_000)))).toBe(jsonDepth === 20_000)
})

it('a structured clone of 100,000 nested arrays fails in the engines of the table', () => {
  const deep = nested(100_000)
  expect(works(() => structuredClone(deep))).toBe(!engineDifferences.refusesDeepClones)
})

it('byte streams are supported in the engines of the table', () => {
  expect(works(() => new ReadableStream({ type: 'bytes' }))).toBe(engineDifferences.hasByteStreams)
})

import { describe, expect, it } from 'vitest'
import { judgeRun } from './judgeRun.mjs'

const summary = (/** @type {number} */ ran) =>
  `[a]\n\nAll tests passed\nTest Summary: 1064 total, 11 skipped, ${ran} ran\n`
const run = { code: 0, output: summary(1053), failures: [], isNarrowed: false }

describe('a run of the harness', () => {
  it('is well when all tests have passed', () => {
    expect(judgeRun(run)).toEqual({ ok: true, lines: ['Test Summary: 1064 total, 11 skipped, 1053 ran'] })
  })

  it('names what failed', () => {
    const { ok, lines } = judgeRun({ ...run, code: 1, failures: ['events/custom', 'tags'] })
    expect(ok).toBe(false)
    expect(lines.slice(1)).toEqual(['  failed: events/custom', '  failed: tags'])
  })

  it.each([
    ['it ends with an error that no test accounts for', { code: 1 }],
    ['a test failed but it ends without an error', { failures: ['tags'] }],
    ['too few tests ran', { output: summary(899) }],
    ['no test matches', { output: summary(0), isNarrowed: true }],
    ['there is no summary', { output: 'Connecting to test service' }],
  ])('is not well when %s', (_, more) => {
    expect(judgeRun({ ...run, ...more }).ok).toBe(false)
  })

  it('may be of few tests when it was narrowed', () => {
    expect(judgeRun({ ...run, output: summary(3), isNarrowed: true }).ok).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { contractOptions } from './contractOptions.mjs'

describe('the options of the contract tests', () => {
  it.each([
    [[], { places: ['node', 'chromium'], patterns: [] }],
    [['node'], { places: ['node'], patterns: [] }],
    [['chromium', '-run', 'events/custom'], { places: ['chromium'], patterns: ['events/custom'] }],
    [['-run', 'a', '--run', 'b'], { places: ['node', 'chromium'], patterns: ['a', 'b'] }],
  ])('%j are read', (args, options) => {
    expect(contractOptions(args)).toEqual({ type: 'run', options })
  })

  it.each([[['firefox']], [['-run']], [['-skip', 'a']]])('%j are refused with a sentence', (args) => {
    expect(contractOptions(args)).toEqual({ type: 'wrong', sentence: expect.stringMatching(/\.$/) })
  })

  it('ask for help', () => {
    expect(contractOptions(['--help'])).toEqual({ type: 'help' })
  })
})

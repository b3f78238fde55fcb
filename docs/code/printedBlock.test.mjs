import { expect, test } from 'vitest'
import { printedBlock, printedScript, replaced } from './printedBlock.mjs'

test('a block, a file or a word that a page does not have, or has twice, is an error', () => {
  expect(() => printedBlock('guides/monitoring.md', '## Queries for the other alerts')).toThrow(
    /There are \d\d, and not one: block of/,
  )
  expect(() => printedBlock('guides/monitoring.md', '### Nginx', 'nginx')).toThrow('There are 0, and not one: block of')
  expect(() => printedScript('guides/who-am-i.md', 'server/other.ts')).toThrow('There are 0, and not one: server/other')
  expect(replaced('a b', { b: 'c' })).toBe('a c')
  expect(() => replaced('a b', { c: 'd' })).toThrow('There are 0, and not one: place of c')
  expect(() => replaced('a b b', { b: 'c' })).toThrow('There are 2, and not one: place of b')
})

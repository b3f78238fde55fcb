import { expect, test } from 'vitest'
import { oneLine } from './oneLine.ts'
import { outcome, type Terminal } from './terminal.ts'

const terminal = () => {
  let err = ''
  const it: Terminal = { cwd: '', env: {}, isInteractive: false, out: () => {}, err: (text) => void (err += text) }
  return { ...it, said: () => err }
}

test.each([
  ['Quote sent', 'Quote sent'],
  ['Größe – 24 m³ 🏗', 'Größe – 24 m³ 🏗'],
  ['a\n12:00:00 All is well.', '\\n'],
  ['a\r\nb', '\\r\\n'],
  ['a\tb', '\\t'],
  ['\u001B[2K\u001B[1A', '\\u001b[2K\\u001b[1A'],
  ['a\u0000\u007F\u0085', '\\u0000\\u007f\\u0085'],
  ['a\u2028b\u2029c', '\\u2028b\\u2029'],
  // Turns the order of what follows around.
  ['a\u202Eb', '\\u202e'],
])('%j has no control characters in a terminal', (text, part) => {
  expect(oneLine(text)).toContain(part)
  expect(oneLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202E]/u)
})

test.each(['failed', 'wrong'] as const)('a sentence of a command that %s is one line', (kind) => {
  const to = terminal()
  if (kind === 'failed') outcome.failed(to, 'No flag "a\nb".')
  else outcome.wrong(to, 'No flag "a\nb".', 'Usage: …\n')
  expect(to.said().split('\n')[0]).toBe('telltale: No flag "a\\nb".')
})

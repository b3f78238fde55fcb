import { expect, test } from 'vitest'
import { parseJson } from './parseJson.ts'

test.each([
  ['{ "on": true,\n  "off": x }', "Unexpected token 'x', at line 2, column 10."],
  ['{\r\n  "on": true\r\n  "off": 1\r\n}', 'at line 3, column 3.'],
  ['{\n  "on": true,\n}', 'at line 3, column 1.'],
  ['{\n  "on": true\n', 'at line 3, column 1.'],
  ['', 'at line 1, column 1.'],
])('a mistake in %j is reported with its line and column', (text, end) => {
  const parsed = parseJson(text)
  expect(parsed).toEqual({ outcome: 'invalid', problems: [expect.stringMatching(/^It is not JSON: [^:\n]+$/)] })
  expect(parsed.outcome === 'invalid' && parsed.problems[0]).toContain(end)
})

test('a mistake inside lists that are nested very deeply is reported, too', () => {
  expect(parseJson(`${'['.repeat(100_000)}x`)).toMatchObject({ outcome: 'invalid' })
})

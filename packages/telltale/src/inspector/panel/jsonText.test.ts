import { expect, test } from 'vitest'
import { jsonLine, jsonText } from './jsonText.ts'

test('a value whose nesting exceeds the stack has a text that says so', () => {
  const deep = Object.freeze(JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)) as unknown
  expect([jsonLine(deep), jsonText(deep)]).toEqual(Array(2).fill('nested too deeply to be shown'))
})

test('a long value is cut, and says how much is missing where all of it is shown', () => {
  expect(jsonLine('x'.repeat(500))).toBe(`"${'x'.repeat(119)}…`)
  expect(jsonText('x'.repeat(20_099))).toBe(`"${'x'.repeat(19_999)}\n… 101 characters more`)
})

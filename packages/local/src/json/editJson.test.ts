import { expect, test } from 'vitest'
import { editJson } from './editJson.ts'

const text = `{
  // why it is here
  "flags": {
    "a": { "on": true,  "variations": [1,2] },
    "b": {
      "rules": [
        { "id":   "first" },
        { "id": "second" }
      ]
    }
  }
}
`

test('changes a value and nothing around it', () => {
  expect(editJson(text, ['flags', 'a', 'on'], false)).toBe(text.replace('true', 'false'))
})

test('leaves what is the same as its author wrote it', () => {
  expect(editJson(text, ['flags', 'a'], { on: true, variations: [1, 2] })).toBe(text)
  const rules = [{ id: 'first' }, { id: 'other' }]
  expect(editJson(text, ['flags', 'b'], { rules })).toBe(text.replace('"second"', '"other"'))
})

test('writes what is short into one line, and what is long into several', () => {
  expect(editJson(text, ['flags', 'a', 'variations'], [1, 2, 3])).toContain('"variations": [1, 2, 3]')
  const long = Array.from({ length: 30 }, (_, index) => `value ${index}`)
  const edited = editJson(text, ['flags', 'b', 'rules'], [{ values: long }])
  expect(edited).toContain('\n      "rules": [\n        {\n          "values": [\n            "value 0",')
})

test('adds what is not there, and the way to it', () => {
  const edited = editJson(text, ['perEnvironment', 'staging', 'flags', 'a'], { on: false })
  expect(edited).toContain('// why it is here')
  expect(edited).toMatch(/"a": \{ "on": false \}/)
  expect(JSON.parse(edited.replace(/\/\/.*/, ''))).toMatchObject({
    perEnvironment: { staging: { flags: { a: { on: false } } } },
  })
})

test('takes fields out that are no more, and whole values', () => {
  expect(JSON.parse(editJson('{"a":{"b":1,"c":2}}', ['a'], { c: 2 }))).toEqual({ a: { c: 2 } })
  expect(JSON.parse(editJson('{"a":{"b":1},"d":[1,2]}', ['d', 0], undefined))).toEqual({ a: { b: 1 }, d: [2] })
})

test('adds to the end of a list', () => {
  expect(JSON.parse(editJson('[{"a":1}]', [1], { b: { c: [1] } }))).toEqual([{ a: 1 }, { b: { c: [1] } }])
})

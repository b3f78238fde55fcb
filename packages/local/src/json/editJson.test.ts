import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editJson } from './editJson.ts'

const TEXT = `{
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

test('editJson changes only the given value', () => {
  expect(editJson(TEXT, ['flags', 'a', 'on'], false)).toBe(TEXT.replace('true', 'false'))
})

test('editJson keeps the formatting of unchanged values', () => {
  expect(editJson(TEXT, ['flags', 'a'], { on: true, variations: [1, 2] })).toBe(TEXT)
  const rules = [{ id: 'first' }, { id: 'other' }]
  expect(editJson(TEXT, ['flags', 'b'], { rules })).toBe(TEXT.replace('"second"', '"other"'))
})

test('editJson writes short values on one line and long values on several', () => {
  expect(editJson(TEXT, ['flags', 'a', 'variations'], [1, 2, 3])).toContain('"variations": [1, 2, 3]')
  const long = Array.from({ length: 30 }, (_, index) => `value ${index}`)
  const edited = editJson(TEXT, ['flags', 'b', 'rules'], [{ values: long }])
  expect(edited).toContain('\n      "rules": [\n        {\n          "values": [\n            "value 0",')
})

test('editJson adds missing values and their parent objects', () => {
  const edited = editJson(TEXT, ['perEnvironment', 'staging', 'flags', 'a'], { on: false })
  expect(edited).toContain('// why it is here')
  expect(edited).toMatch(/"a": \{ "on": false \}/)
  expect(JSON.parse(edited.replace(/\/\/.*/, ''))).toMatchObject({
    perEnvironment: { staging: { flags: { a: { on: false } } } },
  })
})

test('editJson removes fields and whole values', () => {
  expect(JSON.parse(editJson('{"a":{"b":1,"c":2}}', ['a'], { c: 2 }))).toEqual({ a: { c: 2 } })
  expect(JSON.parse(editJson('{"a":{"b":1},"d":[1,2]}', ['d', 0], undefined))).toEqual({ a: { b: 1 }, d: [2] })
})

test('editJson adds to the end of a list', () => {
  expect(JSON.parse(editJson('[{"a":1}]', [1], { b: { c: [1] } }))).toEqual([{ a: 1 }, { b: { c: [1] } }])
})

type Value = string | number | null | readonly Value[] | { readonly [key: string]: Value }

/** How a container is formatted: each in its own way, as in files written by people. */
type Laid =
  | { readonly type: 'leaf'; readonly value: string | number | null }
  | { readonly type: 'list'; readonly isOneLine: boolean; readonly items: readonly Laid[] }
  | { readonly type: 'object'; readonly isOneLine: boolean; readonly entries: readonly (readonly [string, Laid])[] }

const KEY = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('flags', 'constructor', '__proto__', 'a"b', 'ü'))
const leaf = fc.record({
  type: fc.constant('leaf' as const),
  value: fc.oneof(fc.string({ maxLength: 40 }), fc.integer(), fc.constant(null)),
})
const { laid } = fc.letrec<{ laid: Laid }>((tie) => ({
  laid: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      type: fc.constant('list' as const),
      isOneLine: fc.boolean(),
      items: fc.array(tie('laid'), { maxLength: 4 }),
    }),
    fc.record({
      type: fc.constant('object' as const),
      isOneLine: fc.boolean(),
      entries: fc.uniqueArray(fc.tuple(KEY, tie('laid')), { maxLength: 4, selector: ([key]) => key }),
    }),
  ),
}))

function textOf(one: Laid, indent = ''): string {
  if (one.type === 'leaf') return JSON.stringify(one.value)
  const deeper = `${indent}  `
  const parts =
    one.type === 'list'
      ? one.items.map((item) => textOf(item, deeper))
      : one.entries.map(([key, entry]) => `${JSON.stringify(key)}:  ${textOf(entry, deeper)}`)
  const inside = one.isOneLine ? parts.join(',  ') : `\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}`
  return one.type === 'list' ? `[${inside}]` : `{${inside}}`
}

/** Every place at which something can be added. */
function places(one: Laid, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (one.type === 'leaf') return []
  if (one.type === 'list')
    return [[...path, one.items.length], ...one.items.flatMap((item, index) => places(item, [...path, index]))]
  const isFresh = one.entries.every(([key]) => key !== 'added')
  return [
    ...(isFresh ? [[...path, 'added']] : []),
    ...one.entries.flatMap(([key, entry]) => places(entry, [...path, key])),
  ]
}

function withAdded(value: Value, [key = '', ...rest]: readonly (string | number)[], added: Value): Value {
  if (Array.isArray(value)) {
    const index = Number(key)
    const inside = rest.length === 0 ? added : withAdded((value as readonly Value[])[index] ?? null, rest, added)
    return [...(value as readonly Value[]).slice(0, index), inside, ...(value as readonly Value[]).slice(index + 1)]
  }
  const members = Object.entries(value as Readonly<Record<string, Value>>)
  if (rest.length === 0) return Object.fromEntries([...members, [String(key), added]])
  return Object.fromEntries(members.map(([name, one]) => [name, name === key ? withAdded(one, rest, added) : one]))
}

const added = fc.constantFrom<Value>(
  true as never,
  [1, 2],
  { on: 1 },
  { b: Array.from({ length: 30 }, () => 'a value') },
)

test('editJson never moves or changes existing characters when it adds a value', () => {
  fc.assert(
    fc.property(laid, added, fc.nat(), fc.boolean(), (file, value, nth, isWindows) => {
      const all = places(file)
      const path = all[nth % all.length]
      if (path === undefined) return
      const before = isWindows ? textOf(file).replaceAll('\n', '\r\n') : textOf(file)
      const after = editJson(before, path, value)
      expect(JSON.stringify(JSON.parse(after))).toBe(
        JSON.stringify(withAdded(JSON.parse(before) as Value, path, value)),
      )
      let same = 0
      while (same < before.length && before[same] === after[same]) same++
      expect(after.endsWith(before.slice(same)), after).toBe(true)
      if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    }),
    { numRuns: 500 * Number(process.env['TELLTALE_HISTORIES'] ?? 1) },
  )
})

test('editJson adds an element on a line of its own to a list with one element per line', () => {
  const text = `{
  "flags": {
    "a": { "on": true, "variations": [true, false], "fallthrough": { "variation": 0 }, "offVariation": 1 },
    "b": { "on": true, "variations": [true, false], "fallthrough": { "variation": 0 }, "offVariation": 1 }
  },
  "segments": { "beta": { "included": ["a"] } }
}
`
  const withFlag = editJson(text, ['flags', 'c'], { variations: [1] })
  expect(withFlag).toBe(text.replace('1 }\n  }', '1 },\n    "c": { "variations": [1] }\n  }'))
  const own = editJson(text, ['perEnvironment', 'e', 'flags', 'a'], { on: false })
  expect(own).toBe(
    text.replace('] } }\n', '] } },\n  "perEnvironment": { "e": { "flags": { "a": { "on": false } } } }\n'),
  )
})

test('editJson formats a value added to an empty object by its length, and keeps it inside the braces', () => {
  expect(editJson('{"a": {}}', ['a', 'b'], 1)).toBe('{"a": { "b": 1 }}')
  expect(editJson('{"a": []}', ['a', 0], 1)).toBe('{"a": [1]}')
  expect(editJson('{\n  "a": {\n  }\n}', ['a', 'b'], 1)).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
  const long = 'x'.repeat(120)
  expect(editJson('{\n  "a": {}\n}', ['a', 'b'], [long])).toBe(
    `{\n  "a": {\n    "b": [\n      "${long}"\n    ]\n  }\n}`,
  )
})

test('editJson adds a value after a comment without moving the comment', () => {
  expect(editJson('{\n  "a": 1 // why\n}', ['b'], 2)).toBe('{\n  "a": 1, // why\n  "b": 2\n}')
})

test('editJson replaces a value that is not an object by an object when something is added inside it', () => {
  expect(editJson('{ "a": null, "c":  1 }', ['a', 'b', 'd'], 2)).toBe('{ "a": { "b": { "d": 2 } }, "c":  1 }')
})

test('editJson keeps a byte order mark at the start', () => {
  expect(editJson('\ufeff{ "a": 1 }', ['b'], 2)).toBe('\ufeff{ "a": 1, "b": 2 }')
})

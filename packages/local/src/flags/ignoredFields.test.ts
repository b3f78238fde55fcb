import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ignoredFields } from './ignoredFields.ts'

test.each([
  [{ flags: { a: { onn: true } } }, ['Flag "a" has "onn", which has no effect. Did you mean "on"?']],
  [{ flags: { a: { enabled: true } } }, ['Flag "a" has "enabled", which has no effect.']],
  [{ perEnviroment: {} }, ['It has "perEnviroment", which has no effect. Did you mean "perEnvironment"?']],
  [
    { perEnvironment: { desk: { flag: {}, flags: { a: { fallthru: {} } } } } },
    [
      '"perEnvironment": desk has "flag", which has no effect. Did you mean "flags"?',
      'Flag "a" in desk has "fallthru", which has no effect.',
    ],
  ],
  [{ $schema: '…', flags: { a: { _note: 'ours', trackEvents: true, migration: {} } } }, []],
])('the fields of %j that have no effect', (content, sentences) => {
  expect(ignoredFields(content)).toEqual(sentences)
})

test('the samples have none', async () => {
  const text = await readFile(new URL('../../samples/flags.json', import.meta.url), 'utf8')
  expect(ignoredFields(JSON.parse(text) as Record<string, unknown>)).toEqual([])
})

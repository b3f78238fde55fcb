import { describe, expect, it } from 'vitest'
import type { BuildSingleParams } from '../../protocol/command.ts'
import type { RehearsalBench } from '../rehearsalBench.ts'
import { STANDARD_VALUES } from '../standardValues.ts'

const BUILT: readonly [BuildSingleParams, object][] = [
  [{ key: 'a' }, { kind: 'user', key: 'a' }],
  [
    { kind: 'org', key: 'a', name: 'b' },
    { kind: 'org', key: 'a', name: 'b' },
  ],
  [
    { key: 'a', anonymous: false },
    { kind: 'user', key: 'a' },
  ],
  [
    { key: 'a', anonymous: true },
    { kind: 'user', key: 'a', anonymous: true },
  ],
  [
    { key: 'a', private: ['b'] },
    { kind: 'user', key: 'a', _meta: { privateAttributes: ['b'] } },
  ],
  [
    { key: 'a', custom: { b: null, c: [1, {}] } },
    { kind: 'user', key: 'a', c: [1, {}] },
  ],
  ...STANDARD_VALUES.map((attr): [BuildSingleParams, object] => [
    { key: 'a', custom: { attr } },
    { kind: 'user', key: 'a', attr },
  ]),
]

const KIND = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'

/** What is left as it is, and what is made of what is not. */
const CONVERTED: readonly [object, object?][] = [
  [{ kind: 'org', key: 'x' }],
  [{ kind: 'org', key: 'x', anonymous: true }],
  [{ kind: 'org', key: 'x', one: 'first', other: 'second' }],
  ...STANDARD_VALUES.map((attr): [object] => [{ kind: 'org', key: 'x', attr }]),
  [{ kind: 'org', key: 'x', name: 'b', attr: { a: [1] } }],
  [{ kind: 'org', key: 'x', _meta: { privateAttributes: ['x', 'y'] } }],
  [{ kind: KIND, key: 'x' }],
  [{ kind: 'multi', [KIND]: { key: 'x' }, other: { key: 'y', name: 'n' } }],
  ...[{ name: null }, { attr: null }, { _meta: null }, { _meta: {} }, { _meta: { privateAttributes: null } }].map(
    (more) =>
      [
        { kind: 'org', key: 'x', ...more },
        { kind: 'org', key: 'x' },
      ] as [object, object],
  ),
  [
    { kind: 'org', key: 'x', _meta: { privateAttributes: [] } },
    { kind: 'org', key: 'x' },
  ],
  [
    { kind: 'multi', org: { key: 'a', name: 'b' } },
    { kind: 'org', key: 'a', name: 'b' },
  ],
  [{ key: '' }, { kind: 'user', key: '' }],
  [
    { key: 'a', custom: { b: { c: 1 }, d: null } },
    { kind: 'user', key: 'a', b: { c: 1 } },
  ],
  [
    { key: 'a', custom: null, anonymous: null, privateAttributeNames: [] },
    { kind: 'user', key: 'a' },
  ],
  ...[{ custom: {} }, { anonymous: false }, { privateAttributeNames: null }].map((more): [object, object] => [
    { key: 'a', ...more },
    { kind: 'user', key: 'a' },
  ]),
  ...[true, 1, 'c', [1, 2], { c: 1 }].map((b): [object, object] => [
    { key: 'a', custom: { b, d: 2 } },
    { kind: 'user', key: 'a', b, d: 2 },
  ]),
  [
    { key: 'a', anonymous: true, privateAttributeNames: ['b'] },
    { kind: 'user', key: 'a', anonymous: true, _meta: { privateAttributes: ['b'] } },
  ],
  ...['name', 'firstName', 'lastName', 'email', 'country', 'avatar', 'ip'].flatMap((name): [object, object][] => [
    [
      { key: 'a', [name]: 'b' },
      { kind: 'user', key: 'a', [name]: 'b' },
    ],
    [
      { key: 'a', [name]: null },
      { kind: 'user', key: 'a' },
    ],
  ]),
]

const INVALID = [
  '',
  '{',
  'true',
  '{"kind":null,"key":"x"}',
  '{"kind":true,"key":"x"}',
  '{"kind":"","key":"x"}',
  '{"kind":"kind","key":"x"}',
  '{"kind":"multi"}',
  '{"kind":"multi","org":{"name":"no key"},"user":{"key":"u"}}',
  '{"kind":"org","key":null}',
  '{"kind":"org","key":""}',
  '{"kind":"org","key":3}',
  '{"kind":"org","key":"x","name":3}',
  '{"kind":"org","key":"x","anonymous":"yes"}',
  '{"kind":"org","anonymous":null}',
  '{"kind":"org","key":"x","_meta":{"privateAttributes":3}}',
  '{"kind":"org","key":"x","_meta":{"privateAttributes":{}}}',
  '{}',
  '{"key":true}',
  '{"key":"a","custom":3}',
  '{"key":"a","anonymous":3}',
  '{"key":"a","privateAttributeNames":3}',
  ...['name', 'firstName', 'lastName', 'email', 'country', 'avatar', 'ip'].map((name) => `{"key":"a","${name}":3}`),
]

export function describeContextType(bench: RehearsalBench) {
  describe('a context', () => {
    const convert = async (input: string) => {
      const client = await bench.open({ isWithoutEvents: true })
      return client.run({ command: 'contextConvert', contextConvert: { input } })
    }

    it.each(BUILT)('is built: %j', async (params, expected) => {
      const client = await bench.open({ isWithoutEvents: true })
      const { output } = await client.run({ command: 'contextBuild', contextBuild: { single: params } })
      expect(JSON.parse(String(output))).toEqual(expected)
    })

    it('is built of many kinds, and of one among many', async () => {
      const client = await bench.open({ isWithoutEvents: true })
      const build = async (multi: BuildSingleParams[]) => {
        const { output } = await client.run({ command: 'contextBuild', contextBuild: { multi } })
        return JSON.parse(String(output)) as object
      }
      expect(await build([{ kind: 'org', key: 'a' }, { key: 'b' }])).toEqual({
        kind: 'multi',
        org: { key: 'a' },
        user: { key: 'b' },
      })
      expect(await build([{ kind: 'org', key: 'a' }])).toEqual({ kind: 'org', key: 'a' })
    })

    it.each(CONVERTED)('is read: %j', async (input, expected = input) => {
      const { output } = await convert(JSON.stringify(input))
      expect(JSON.parse(String(output))).toEqual(expected)
    })

    it.each(INVALID)('is refused: %s', async (input) => {
      const { error } = await convert(input)
      expect(error).toMatch(/./)
    })

    it('is refused for a kind with a character that kinds may not have', async () => {
      const client = await bench.open({ isWithoutEvents: true })
      const allowed: string[] = []
      for (let code = 1; code < 256; code += 1) {
        const character = String.fromCharCode(code)
        if (KIND.includes(character)) continue
        const kind = `org${character}`
        for (const input of [
          { kind, key: 'x' },
          { kind: 'multi', [kind]: { key: 'x' } },
        ]) {
          const params = { input: JSON.stringify(input) }
          const { error } = await client.run({ command: 'contextConvert', contextConvert: params })
          if (!error) allowed.push(params.input)
        }
      }
      expect(allowed).toEqual([])
    })
  })
}

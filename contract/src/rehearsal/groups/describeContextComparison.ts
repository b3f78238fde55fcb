import { describe, expect, it } from 'vitest'
import type { CompareParams, CompareSingle, ContextComparisonParams } from '../../protocol/command.ts'
import type { RehearsalBench } from '../rehearsalBench.ts'

const single = (more: object = {}): CompareParams => ({ single: { kind: 'user', key: 'user-key', ...more } })
const name = { name: 'name', value: 'n' }
const address = { name: 'address', value: { street: 's', city: 'c' } }
const custom = (value: object) => single({ attributes: [{ name: 'custom', value }] })
const hidden = (...privateAttributes: NonNullable<CompareSingle['privateAttributes']>) => single({ privateAttributes })
const pair = (context1: CompareParams, context2: CompareParams): ContextComparisonParams => ({ context1, context2 })
const kinds = (...names: string[]): CompareParams => ({ multi: names.map((kind) => ({ kind, key: `${kind}-key` })) })
const otherKey = (...names: string[]): CompareParams => ({
  multi: names.map((kind, index) => ({ kind, key: index ? `${kind}-key` : 'other' })),
})

const COMPARED: readonly [title: string, ContextComparisonParams, equals: boolean][] = [
  ['the same', pair(single({ attributes: [name, address] }), single({ attributes: [name, address] })), true],
  [
    'attributes in another order',
    pair(single({ attributes: [name, address] }), single({ attributes: [address, name] })),
    true,
  ],
  [
    'private attributes in another order',
    pair(hidden({ value: 'name' }, { value: '/a/b' }), hidden({ value: '/a/b' }, { value: 'name' })),
    true,
  ],
  [
    'a name and the reference to it',
    pair(hidden({ value: '/a/b', literal: true }), hidden({ value: '/~1a~1b' })),
    true,
  ],
  ['another private attribute', pair(hidden({ value: 'name' }), hidden({ value: 'address' })), false],
  ['another kind', pair(single(), single({ kind: 'org' })), false],
  ['an attribute more, inside', pair(custom({ a: 1 }), custom({ a: 1, b: 2 })), false],
  ['kinds in another order', pair(kinds('user', 'org'), kinds('org', 'user')), true],
  ['one kind, alone or of many', pair(kinds('user'), single()), true],
  ['another key of one kind', pair(kinds('user', 'org'), otherKey('user', 'org')), false],
  ['a kind more', pair(kinds('user', 'org'), kinds('user', 'org', 'device')), false],
  ['another key', pair(single(), single({ key: 'other' })), false],
]

export function describeContextComparison(bench: RehearsalBench) {
  describe('a context', () => {
    it.each(COMPARED)('is compared with another: %s', async (_, params, equals) => {
      const client = await bench.open({ isWithoutEvents: true })
      expect(await client.run({ command: 'contextComparison', contextComparison: params })).toEqual({ equals })
    })
  })
}

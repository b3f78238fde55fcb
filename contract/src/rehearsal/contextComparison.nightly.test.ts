import { expect, test } from 'vitest'
import type { CompareParams, CompareSingle } from '../protocol/command.ts'
import { startNodeService } from '../service/startNodeService.ts'
import { startRehearsal } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

const single = (more: object = {}): CompareParams => ({ single: { kind: 'user', key: 'user-key', ...more } })
const attributes = (...names: string[]) => single({ attributes: names.map((name) => ({ name, value: { of: name } })) })
const custom = (value: object) => single({ attributes: [{ name: 'custom', value }] })
const hidden = (...privateAttributes: NonNullable<CompareSingle['privateAttributes']>) => single({ privateAttributes })
const [name, path] = [{ value: 'name' }, { value: '/a/b' }]
const kinds = (...names: string[]): CompareParams => ({ multi: names.map((kind) => ({ kind, key: `${kind}-key` })) })
const otherKey = { multi: [{ kind: 'user', key: 'other' }, ...(kinds('org').multi ?? [])] }

const COMPARED: readonly [difference: string, CompareParams, CompareParams, equals: boolean][] = [
  ['nothing', attributes('a', 'b'), attributes('a', 'b'), true],
  ['the order of attributes', attributes('a', 'b'), attributes('b', 'a'), true],
  ['the order of private attributes', hidden(name, path), hidden(path, name), true],
  [
    'a private name that is written as a reference',
    hidden({ ...path, literal: true }),
    hidden({ value: '/~1a~1b' }),
    true,
  ],
  ['a private attribute', hidden({ value: 'name' }), hidden({ value: 'address' }), false],
  ['the kind', single(), single({ kind: 'org' }), false],
  ['a nested attribute', custom({ a: 1 }), custom({ a: 1, b: 2 }), false],
  ['the order of kinds', kinds('user', 'org'), kinds('org', 'user'), true],
  ['the format of its only kind', kinds('user'), single(), true],
  ['the key of one of its kinds', kinds('user', 'org'), otherKey, false],
  ['an additional kind', kinds('user', 'org'), kinds('user', 'org', 'device'), false],
  ['the key', single(), single({ key: 'other' }), false],
]

test.each(COMPARED)('a context is compared with one that differs in %s', async (_, context1, context2, equals) => {
  const client = await open({ events: null })
  const contextComparison = { context1, context2 }
  expect(await client.run({ command: 'contextComparison', contextComparison })).toEqual({ equals })
})

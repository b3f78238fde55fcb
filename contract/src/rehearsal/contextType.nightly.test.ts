import { expect, test } from 'vitest'
import type { BuildSingleParams } from '../protocol/command.ts'
import { startNodeService } from '../service/startNodeService.ts'
import { STANDARD_VALUES } from './standardValues.ts'
import { startRehearsal } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

const KIND = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'
/** The attributes of users in the old format that must be strings. */
const OLD_ATTRIBUTES = ['name', 'firstName', 'lastName', 'email', 'country', 'avatar', 'ip']

/** The parameters of a builder, beside the key, and the attributes of the context. */
const BUILT: readonly { given: Partial<BuildSingleParams>; context: object }[] = [
  { given: {}, context: { kind: 'user' } },
  { given: { kind: 'org', name: 'b' }, context: { kind: 'org', name: 'b' } },
  { given: { anonymous: false }, context: { kind: 'user' } },
  { given: { anonymous: true }, context: { kind: 'user', anonymous: true } },
  { given: { private: ['b'] }, context: { kind: 'user', _meta: { privateAttributes: ['b'] } } },
  { given: { custom: { b: null, c: [1, {}] } }, context: { kind: 'user', c: [1, {}] } },
  ...STANDARD_VALUES.map((attr) => ({ given: { custom: { attr } }, context: { kind: 'user', attr } })),
]

const UNCHANGED: readonly object[] = [
  { kind: 'org', key: 'x' },
  { kind: 'org', key: 'x', anonymous: true },
  { kind: 'org', key: 'x', one: 'first', other: 'second' },
  { kind: 'org', key: 'x', name: 'b', attr: { a: [1] } },
  { kind: 'org', key: 'x', _meta: { privateAttributes: ['x', 'y'] } },
  { kind: KIND, key: 'x' },
  { kind: 'multi', [KIND]: { key: 'x' }, other: { key: 'y', name: 'n' } },
  ...STANDARD_VALUES.map((attr) => ({ kind: 'org', key: 'x', attr })),
]

/** What is unnecessary in a context. */
const UNNECESSARY = [
  ...[{ name: null }, { attr: null }, { _meta: null }, { _meta: {} }],
  ...[null, []].map((privateAttributes) => ({ _meta: { privateAttributes } })),
]

/** The attributes of a user in the old format, beside its key, and the attributes of the context. */
const OLD_USERS: readonly { user: object; attributes: object }[] = [
  ...[{ custom: null }, { custom: {} }, { anonymous: null }, { anonymous: false }].map((user) => ({
    user,
    attributes: {},
  })),
  ...[{ privateAttributeNames: [] }, { privateAttributeNames: null }].map((user) => ({ user, attributes: {} })),
  { user: { custom: { b: { c: 1 }, d: null } }, attributes: { b: { c: 1 } } },
  ...[true, 1, 'c', [1, 2], { c: 1 }].map((b) => ({ user: { custom: { b, d: 2 } }, attributes: { b, d: 2 } })),
  {
    user: { anonymous: true, privateAttributeNames: ['b'] },
    attributes: { anonymous: true, _meta: { privateAttributes: ['b'] } },
  },
  ...OLD_ATTRIBUTES.map((name) => ({ user: { [name]: 'b' }, attributes: { [name]: 'b' } })),
  ...OLD_ATTRIBUTES.map((name) => ({ user: { [name]: null }, attributes: {} })),
]

const INVALID = [
  ...['', '{', 'true', '{}'],
  ...[null, true, '', 'kind'].map((kind) => JSON.stringify({ kind, key: 'x' })),
  '{"kind":"multi"}',
  '{"kind":"multi","org":{"name":"no key"},"user":{"key":"u"}}',
  ...[
    { key: null },
    { key: '' },
    { key: 3 },
    { name: 3 },
    { anonymous: 'yes' },
    { key: undefined, anonymous: null },
  ].map((more) => JSON.stringify({ kind: 'org', key: 'x', ...more })),
  ...[3, {}].map((privateAttributes) => JSON.stringify({ kind: 'org', key: 'x', _meta: { privateAttributes } })),
  '{"key":true}',
  ...['custom', 'anonymous', 'privateAttributeNames', ...OLD_ATTRIBUTES].map((name) => `{"key":"a","${name}":3}`),
]

async function build(contextBuild: { single: BuildSingleParams } | { multi: BuildSingleParams[] }) {
  const client = await open({ events: null })
  const { output } = await client.run({ command: 'contextBuild', contextBuild })
  return JSON.parse(String(output)) as object
}

async function convert(input: string) {
  const client = await open({ events: null })
  return client.run({ command: 'contextConvert', contextConvert: { input } })
}

const converted = async (input: object) =>
  JSON.parse(String((await convert(JSON.stringify(input)))['output'])) as object

test.each(BUILT)('a context is built from $given', async ({ given, context }) => {
  expect(await build({ single: { key: 'a', ...given } })).toEqual({ key: 'a', ...context })
})

test('a context of many kinds is built, and a context of one kind from a list of one', async () => {
  const context = { kind: 'multi', org: { key: 'a' }, user: { key: 'b' } }
  expect(await build({ multi: [{ kind: 'org', key: 'a' }, { key: 'b' }] })).toEqual(context)
  expect(await build({ multi: [{ kind: 'org', key: 'a' }] })).toEqual({ kind: 'org', key: 'a' })
})

test.each(UNCHANGED)('the context %j is converted without a change', async (context) => {
  expect(await converted(context)).toEqual(context)
})

test.each(UNNECESSARY)('a conversion removes the unnecessary %j from a context', async (more) => {
  expect(await converted({ kind: 'org', key: 'x', ...more })).toEqual({ kind: 'org', key: 'x' })
})

test('a context of many kinds with only one kind is converted to a context of that kind', async () => {
  const context = { kind: 'org', key: 'a', name: 'b' }
  expect(await converted({ kind: 'multi', org: { key: 'a', name: 'b' } })).toEqual(context)
})

test('a user in the old format may have an empty key', async () => {
  expect(await converted({ key: '' })).toEqual({ kind: 'user', key: '' })
})

test.each(OLD_USERS)('a user in the old format with $user is converted to a context', async ({ user, attributes }) => {
  expect(await converted({ key: 'a', ...user })).toEqual({ kind: 'user', key: 'a', ...attributes })
})

test.each(INVALID)('the context %s is refused', async (input) => {
  expect((await convert(input))['error']).toMatch(/./)
})

test('a kind with a character that is not allowed in kinds is refused', async () => {
  const client = await open({ events: null })
  const accepted: string[] = []
  for (let code = 1; code < 256; code += 1) {
    const kind = `org${String.fromCharCode(code)}`
    if (KIND.includes(kind.slice(-1))) continue
    for (const context of [
      { kind, key: 'x' },
      { kind: 'multi', [kind]: { key: 'x' } },
    ]) {
      const input = JSON.stringify(context)
      const { error } = await client.run({ command: 'contextConvert', contextConvert: { input } })
      if (!error) accepted.push(input)
    }
  }
  expect(accepted).toEqual([])
})

import { expect, test } from 'vitest'
import type { Context } from '../core/model/flag.ts'
import { sameContext } from './redactContext.ts'

const user = (more: object = {}): Context => ({ kind: 'user', key: 'a', ...more })
const hiding = (...privateAttributes: string[]) => user({ _meta: { privateAttributes } })

test.each<[Context, Context, boolean]>([
  [user(), user(), true],
  [user({ a: 1, b: { c: [1] } }), user({ b: { c: [1] }, a: 1 }), true],
  [user({ a: 1 }), user({ a: 2 }), false],
  [user({ a: 1 }), user(), false],
  [user(), { kind: 'org', key: 'a' }, false],
  [hiding('a', '/b/c'), hiding('/b/c', 'a'), true],
  [hiding('a'), hiding('/a'), true],
  [hiding('a', 'a'), hiding('a'), true],
  [hiding('a'), user(), false],
  [hiding('/a/b'), hiding('/a~1b'), false],
  [
    { kind: 'multi', user: { key: 'a' }, org: { key: 'b' } },
    { kind: 'multi', org: { key: 'b' }, user: { key: 'a' } },
    true,
  ],
  [
    { kind: 'multi', user: { key: 'a' }, org: { key: 'b' } },
    { kind: 'multi', org: { key: 'a' }, user: { key: 'b' } },
    false,
  ],
])('%j and %j: %s', (a, b, isSame) => {
  expect(sameContext(a, b)).toBe(isSame)
  expect(sameContext(b, a)).toBe(isSame)
})

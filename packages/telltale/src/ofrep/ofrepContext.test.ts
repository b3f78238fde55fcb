import { expect, test } from 'vitest'
import type { Context, UserContext } from '../core/model/flag.ts'
import { ofrepContext } from './ofrepContext.ts'

const LAUNCHDARKLY = { _meta: { privateAttributes: ['user_hash'] } }

test.each<[UserContext, Context | undefined, object]>([
  [{ kind: 'user', key: 'ann' }, undefined, { targetingKey: 'ann' }],
  [
    { kind: 'user', key: 'ann', name: 'Ann', plan: { tier: 2 }, targetingKey: 'bob', ...LAUNCHDARKLY },
    undefined,
    { targetingKey: 'ann', name: 'Ann', plan: { tier: 2 } },
  ],
  [{ kind: 'user', key: 'v-1', anonymous: true }, undefined, { targetingKey: 'v-1', anonymous: true }],
  [{ kind: 'member', key: 'ann' }, undefined, { targetingKey: 'ann', kind: 'member' }],
  [
    { kind: 'user', key: 'ann', plan: 'pro', company: 'Northgate' },
    { kind: 'multi', user: { key: 'ann', plan: 'pro' }, company: { key: 'c-1', seats: 5, ...LAUNCHDARKLY } },
    { targetingKey: 'ann', plan: 'pro', company: { key: 'c-1', seats: 5 } },
  ],
  [
    { kind: 'member', key: 'ann' },
    { kind: 'multi', member: { key: 'ann' }, user: { key: 'u' } },
    { targetingKey: 'ann', kind: 'member', user: { key: 'u' } },
  ],
])('the context %j with %j becomes %j', (user, whole = user, sent) => {
  expect(ofrepContext(user, whole)).toEqual(sent)
})

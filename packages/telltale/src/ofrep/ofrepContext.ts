import type { Context, SingleContext, UserContext } from '../core/model/flag.ts'
import { kindsOf } from '../flags/readContext.ts'

/**
 * The context of OpenFeature, which has no kinds: the attributes of the user, flat, as rules name them. An account is an object under
 * the name of its kind, with its `key`.
 */
export function ofrepContext({ key, kind, ...user }: UserContext, whole: Context): Record<string, unknown> {
  const accounts = kindsOf(whole).filter(([name]) => name !== kind)
  return {
    ...attributesOf(user),
    ...(kind !== 'user' && { kind }),
    ...Object.fromEntries(accounts.map(([name, account]) => [name, attributesOf(account)])),
    targetingKey: key,
  }
}

/** Without what is for LaunchDarkly alone. */
const attributesOf = ({ _meta, ...attributes }: Partial<SingleContext>) => attributes

import type { Context } from '../core/model/context.ts'
import type { Identity } from '../core/model/identity.ts'

/** The flag service's shape of who is signed in; nothing while that is being found out. */
export function contextOf(identity: Identity, anonymousKey: (kind: string) => string): Context | undefined {
  const kind = 'user'
  if (identity.status === 'known') return { ...identity.person, kind, key: identity.person.unique_identity }
  if (identity.status === 'unknown') return { kind, key: anonymousKey(kind), anonymous: true }
  return undefined
}

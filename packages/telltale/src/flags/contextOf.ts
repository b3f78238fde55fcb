import { withoutSecrets } from '../core/lib/withoutSecrets.ts'
import type { Context } from '../core/model/context.ts'
import type { Identity } from '../core/model/identity.ts'

/** Fields that prove something, as `user_hash` does to the messenger, by their names. */
const PROOF = /hash/i

/**
 * The flag service's shape of who is signed in; nothing while that is being found out.
 *
 * The specification wants the identity fields in it, all of them, and the context in the address of a poll. Those that prove
 * something are marked as private: rules may look at them, no event shows them and the service keeps none of them. An
 * application that wants them in no address either sets `useReport`. Secrets are no identity fields: they go nowhere.
 */
export function contextOf(identity: Identity, anonymousKey: (kind: string) => string): Context | undefined {
  const kind = 'user'
  if (identity.status === 'unknown') return { kind, key: anonymousKey(kind), anonymous: true }
  if (identity.status !== 'known') return undefined
  const { person } = identity
  const fields = JSON.parse(JSON.stringify(person, withoutSecrets)) as Record<string, unknown>
  const privateAttributes = Object.keys(fields).filter((field) => PROOF.test(field))
  const meta = privateAttributes[0] && { _meta: { privateAttributes } }
  return { ...fields, kind, key: person.unique_identity, ...meta }
}

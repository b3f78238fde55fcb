import { isRecord } from '../core/lib/isRecord.ts'
import { withoutSecrets } from '../core/lib/withoutSecrets.ts'
import type { SingleContext } from '../core/model/context.ts'
import type { Identity } from '../core/model/identity.ts'
import { isTexts } from './readContext.ts'

/** The context of one user: it has one kind, and a key. */
export type UserContext = SingleContext & { readonly key: string }

/** What the application sets about the context of the layer. */
export interface ContextOptions {
  /** The kind of the context, as in the flag service's targeting rules; `user` if absent. */
  kind?: string
  /**
   * The context's signature, for an environment in secure mode: a text, or a function that is given the context of each user and
   * returns its signature, maybe asynchronously. Flags fail while there is none.
   */
  hash?: string | ((context: UserContext) => string | Promise<string>)
  /** The field of who-am-i's answer that has the signature, instead of `hash`. It is no attribute of the context. */
  hashField?: string
}

/** Fields that prove something, as `user_hash` does to the messenger, by their names. */
const PROOF = /hash/i

/**
 * The flag service's shape of who is signed in; nothing while that is being found out.
 *
 * The specification wants the identity fields in it, all of them, and the context in the address of a poll. Those that prove
 * something are marked as private: rules may look at them, no event shows them and the service keeps none of them. An
 * application that wants them in no address either sets `useReport`. Secrets are no identity fields: they go nowhere. Nor does
 * a field that the service would refuse the whole context for.
 */
export function contextOf(
  identity: Identity,
  anonymousKey: (kind: string) => string,
  { kind = 'user', hashField }: ContextOptions,
): UserContext | undefined {
  if (identity.status === 'unknown') return { kind, key: anonymousKey(kind), anonymous: true }
  if (identity.status !== 'known') return undefined
  const { person } = identity
  const copy = JSON.parse(JSON.stringify(person, withoutSecrets)) as Record<string, unknown>
  const { name, anonymous, _meta, ...fields } = copy
  if (hashField) delete fields[hashField]
  const named = isRecord(_meta) ? _meta['privateAttributes'] : undefined
  const privateAttributes = [
    ...(isTexts(named) ? named : []),
    ...Object.keys(fields).filter((field) => PROOF.test(field)),
  ]
  return {
    ...fields,
    ...(typeof name === 'string' && { name }),
    ...(typeof anonymous === 'boolean' && { anonymous }),
    kind,
    key: person.unique_identity,
    ...(privateAttributes[0] && { _meta: { privateAttributes } }),
  }
}

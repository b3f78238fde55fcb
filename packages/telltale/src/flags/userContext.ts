import { checkedElsewhere } from '../core/checkOptions.ts'
import { copyJson, isRecord } from '../core/lib/json.ts'
import type { Context, UserContext } from '../core/model/flag.ts'
import { withoutSecrets, type Identity } from '../core/model/identity.ts'
import type { OptionTable } from '../core/optionTable.ts'
import { missingHash } from './flagError.ts'
import { isKind } from './readContext.ts'

/** The application's settings for the context of the layer. */
export interface ContextOptions {
  /** The kind of the context, as in the flag service's targeting rules; `user` if absent. */
  kind?: string | undefined
  /**
   * The context's signature, for an environment in secure mode: a function that receives the context of each user and returns its
   * signature, or a promise of it. A string is sent for every user. Flags fail while the signature is missing. The second argument is
   * what has to be signed: the same context, or one of several kinds if the user has `identity.accounts`.
   */
  hash?: (string | ((user: UserContext, context: Context) => string | Promise<string>)) | undefined
  /**
   * The field of the person that contains the signature, instead of `hash`: of who-am-i's answer, or of what `identify` was given. It
   * is not an attribute of the context. A user who is not signed in has no such field, and so no flags.
   */
  hashField?: string | undefined
}

/** Names of fields that prove an identity, as `user_hash` does to the messenger. */
const PROOF = /hash/i

/**
 * The signed-in user as a context of the flag service, with the accounts of the user as further kinds; `undefined` while the identity is
 * resolving.
 *
 * The specification requires all identity fields in the context, and the context in the URL of a poll. Fields that prove an
 * identity are marked as private: rules can use them, no event contains them, and the service does not store them. An
 * application that must keep them out of URLs sets `useReport`. Secrets are not identity fields and are left out. So is a field
 * for which the service would reject the whole context.
 */
export function contextOf(
  identity: Identity,
  keyFor: (kind: string) => string,
  { kind = 'user', hashField }: ContextOptions,
): Context | undefined {
  if (identity.status === 'unknown') return { kind, key: identity.visitor ?? keyFor(kind), anonymous: true }
  if (identity.status !== 'known') return undefined
  const { person, accounts } = identity
  const user = kindIn(person, { kind, key: person.unique_identity })
  if (!accounts) return user
  const kinds = Object.entries(accounts).map(([name, account]) => kindIn(account, { kind: name, key: account.key }))
  const entries = [...kinds, user].map(({ kind: name, ...attributes }) => [name, attributes] as const)
  // In one order, so that the tabs of a browser share a stream.
  return { kind: 'multi', ...Object.fromEntries(entries.sort()) }

  function kindIn(given: object, own: UserContext): UserContext {
    const copy = copyJson(given, withoutSecrets) as Record<string, unknown>
    const { name, anonymous, _meta, ...fields } = copy
    if (hashField) delete fields[hashField]
    const named = isRecord(_meta) ? _meta['privateAttributes'] : undefined
    const privateAttributes = [
      ...(Array.isArray(named) ? named.filter((one) => typeof one === 'string') : []),
      ...Object.keys(fields).filter((field) => PROOF.test(field)),
    ]
    return {
      ...fields,
      ...(typeof name === 'string' && { name }),
      ...(typeof anonymous === 'boolean' && { anonymous }),
      ...own,
      ...(privateAttributes[0] && { _meta: { privateAttributes } }),
    }
  }
}

/** What the context says of the user. */
export const userIn = (context: Context, kind = 'user'): UserContext =>
  (context.kind === 'multi' ? { kind, ...(context as Record<string, object>)[kind] } : context) as UserContext

/**
 * The signature of a context; `undefined` when the options ask for none.
 *
 * @param field the value of the person's field `hashField`
 * @returns a promise that rejects when the signature is missing. Its error may contain a secret of the application
 */
export function contextHash(
  context: Context,
  field: unknown,
  { hash, hashField, kind }: ContextOptions,
): string | Promise<string> | undefined {
  if (!hashField && typeof hash !== 'function') return hash
  return sign()

  async function sign(): Promise<string> {
    // Copies: changes that the function makes are not sent.
    const text =
      typeof hash === 'function'
        ? await hash(...(copyJson([userIn(context, kind), context]) as [UserContext, Context]))
        : field
    if (typeof text !== 'string' || !text) throw missingHash()
    return text
  }
}

/** `checkContextOptions` has the words of the vendor for them. */
export const CONTEXT_OPTIONS = {
  kind: checkedElsewhere,
  hash: checkedElsewhere,
  hashField: checkedElsewhere,
} satisfies OptionTable<ContextOptions>

/** Throws when the context cannot be created from these options. */
export function checkContextOptions({ kind = 'user', hash = '', hashField }: ContextOptions): void {
  if (!isKind(kind)) failBoot('kind must consist of letters, digits, ".", "_" and "-". (T37)')
  if (!/string|function/.test(typeof hash)) failBoot('hash must be a string or a function. (T38)')
  if (hashField === undefined) return
  if (typeof hashField !== 'string' || !hashField) failBoot('hashField must be the name of a field. (T39)')
  if (hash) failBoot('set hash or hashField, not both. (T40)')
}

/** `cause` is the option at fault where the words of the problem are fixed. */
export function failBoot(problem: string, option?: { cause: string }): never {
  throw new Error(`Cannot boot Launch Darkly: ${problem}`, option)
}

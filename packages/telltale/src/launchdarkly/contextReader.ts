import { isRecord, writeJson } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import { isKind, kindsOf } from '../flags/readContext.ts'
import { referenceTo } from '../launchDarklyService/redactContext.ts'

/** Names of attributes that are left out of events, for one kind of context. */
export interface LDContextMeta {
  /** Attributes or references such as `/address/street`. */
  privateAttributes?: string[]
}

/** The attributes of every kind of context. Without a `key` it must be `anonymous`: a key is then generated and stored. */
export interface LDContextCommon {
  /** The id of the user or entity, unique in its kind. */
  key?: string
  /** The name that the service shows. */
  name?: string
  /** The service leaves it out of its list of contexts. */
  anonymous?: boolean
  /** What the service reads about the context, and no rule. */
  _meta?: LDContextMeta
  /** Attributes for targeting rules. */
  [attribute: string]: unknown
}

/** A context of one kind. */
export interface LDSingleKindContext extends LDContextCommon {
  /** Such as `user` or `company`. */
  kind: string
}

/** A context of several kinds, by the names of the kinds. */
export interface LDMultiKindContext {
  /** Says that the other properties are contexts. */
  kind: 'multi'
  /** The context of each kind, without its `kind`. */
  [kind: string]: 'multi' | LDContextCommon
}

/** A user in the format before contexts; it becomes a context of the kind `user`. */
export interface LDUser {
  /** The id of the user. Only an anonymous user may lack it. */
  key?: string
  /** The name that the service shows. */
  name?: string
  /** For targeting rules. */
  firstName?: string
  /** For targeting rules. */
  lastName?: string
  /** For targeting rules. */
  email?: string
  /** The address of a picture that the service shows. */
  avatar?: string
  /** For targeting rules. */
  ip?: string
  /** For targeting rules. */
  country?: string
  /** The service leaves it out of its list of users. */
  anonymous?: boolean
  /** Other attributes for targeting rules. */
  custom?: { [attribute: string]: string | boolean | number | (string | boolean | number)[] }
  /** Attributes that are left out of events. */
  privateAttributeNames?: string[]
}

/** The context for which flags are evaluated. */
export type LDContext = LDUser | LDSingleKindContext | LDMultiKindContext

/** A context as `getContext` returns it: each kind has its key. A user without a kind is returned without one. */
export type LDContextWithKey =
  | (LDSingleKindContext & { key: string })
  | { kind: 'multi'; [kind: string]: 'multi' | (LDContextCommon & { key: string }) }

type Attributes = Record<string, unknown>

/** The attributes of a user in the old format that the v3 SDK converts to strings. Others that the application adds are in `custom`. */
const STRINGS = ['name', 'firstName', 'lastName', 'email', 'avatar', 'ip', 'country']

/** Reads contexts as one version of the vendor's SDK does. */
export interface ContextReader {
  /** The context as it is sent, or `undefined` when that version refuses it. `input` is a copy that may be changed. */
  readContext(input: unknown, keyFor: (kind: string) => string): Context | undefined
  /** A copy of what the application gave for this context, with its keys. */
  givenFor<T extends object | undefined>(context: T): T
}

interface KeyNeeds {
  isUser: boolean
  keyFor(kind: string): string
}

/** JavaScript applications may pass one name in place of a list, and numbers as names. */
const namesIn = (names: unknown) => [names].flat().map(String)

/**
 * Reads contexts as leniently as the vendor's SDKs, which check kinds and keys only: JavaScript applications pass numbers as keys. The
 * v3 SDK converts them to strings, the v4 SDK only those of users in the old format.
 */
export function createContextReader(isV3: boolean): ContextReader {
  const given = new WeakMap<object, Attributes>()

  /**
   * The user as the context that events contain. Its JSON is what requests for flags contain: in the v3 SDK the user itself, which may
   * have a secondary key for rollouts, and in the v4 SDK the context with its attributes unchanged.
   */
  function fromUser(user: Attributes): Context {
    const { custom, key, anonymous, privateAttributeNames: names } = user
    const context: Attributes = { ...(custom as object), kind: 'user', key: String(key) }
    if (isV3 ? anonymous !== undefined : anonymous != null) context['anonymous'] = Boolean(anonymous)
    for (const name of STRINGS) {
      if (isV3) delete context[name]
      const value = user[name]
      // oxlint-disable-next-line telltale/plain-keys -- The names are those of the list.
      if (value != null) context[name] = user[name] = isV3 ? String(value) : value
    }
    const privateAttributes = names != null && (user['privateAttributeNames'] = namesIn(names))
    if (privateAttributes) context['_meta'] = { privateAttributes }
    const sent = isV3 ? { ...user, kind: undefined } : { ...context }
    // oxlint-disable-next-line telltale/plain-keys -- The names are those of the list.
    for (const name of STRINGS) if (context[name] != null) context[name] = String(context[name])
    if (privateAttributes) context['_meta'] = { privateAttributes: privateAttributes.map(referenceTo) }
    return Object.defineProperty(context, 'toJSON', { value: () => sent }) as Context
  }

  /** Completes the part. Returns whether it has a key, which an anonymous one without a key gets. */
  function complete(part: Attributes, kind: string, { isUser, keyFor }: KeyNeeds): boolean {
    const { key, anonymous, _meta: meta } = part
    if (isRecord(meta) && meta['privateAttributes'] != null) {
      meta['privateAttributes'] = namesIn(meta['privateAttributes'])
    }
    if (anonymous && (isV3 ? key == null : !key)) part['key'] = keyFor(kind)
    else if (isV3 && key != null) part['key'] = String(key)
    // The v4 SDK converts the key of a user afterwards, and accepts an empty one.
    if (isUser && !isV3) return part['key'] != null
    return typeof part['key'] === 'string' && part['key'] !== ''
  }

  return {
    readContext(input, keyFor) {
      if (!isRecord(input)) return undefined
      const isUser = input['kind'] == null
      const kinds: [string, unknown][] = isUser ? [['user', input]] : kindsOf(input as Context)
      const isPart = ([kind, part]: [string, unknown]) =>
        isKind(kind) && isRecord(part) && complete(part, kind, { isUser, keyFor })
      const [first, second] = kinds
      if (!first || !kinds.every(isPart)) return undefined
      // The service makes one kind of a context of several kinds that has only one.
      const context = isUser ? fromUser(input) : second ? input : { kind: first[0], ...(first[1] as object) }
      given.set(context, input)
      return context as Context
    },
    givenFor: (context) => context && JSON.parse(writeJson(given.get(context) ?? context)),
  }
}

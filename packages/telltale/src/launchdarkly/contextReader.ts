import { isRecord } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import { isKind, kindsOf } from '../flags/readContext.ts'
import { referenceTo } from '../flags/redactContext.ts'

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

/**
 * Reads contexts as leniently as the vendor's SDKs, which check kinds and keys only: JavaScript applications pass numbers as keys. The
 * v3 SDK converts them to strings, the v4 SDK only those of users in the old format.
 */
export function createContextReader(isV3: boolean): ContextReader {
  const given = new WeakMap<object, Attributes>()

  function fromUser(user: Attributes): Context {
    const { custom, key, anonymous, privateAttributeNames: names } = user
    const context: Attributes = { ...(custom as object), kind: 'user', key: String(key) }
    for (const name of STRINGS) {
      const value = user[name]
      if (isV3) delete context[name]
      if (value != null) context[name] = user[name] = isV3 ? String(value) : value
    }
    if (anonymous != null) context['anonymous'] = Boolean(anonymous)
    if (Array.isArray(names)) context['_meta'] = { privateAttributes: names.map((name) => referenceTo(String(name))) }
    return context as Context
  }

  /** Whether the part has a key, which an anonymous one without a key gets. */
  function completeKey(part: Attributes, kind: string, { isUser, keyFor }: KeyNeeds): boolean {
    const { key, anonymous } = part
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
        isKind(kind) && isRecord(part) && completeKey(part, kind, { isUser, keyFor })
      const [first, second] = kinds
      if (!first || !kinds.every(isPart)) return undefined
      // The service makes one kind of a context of several kinds that has only one.
      const context = isUser ? fromUser(input) : second ? input : { kind: first[0], ...(first[1] as object) }
      given.set(context, input)
      return context as Context
    },
    givenFor: (context) => context && JSON.parse(JSON.stringify(given.get(context) ?? context)),
  }
}

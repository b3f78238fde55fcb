import { attempt } from '../core/lib/attempt.ts'
import { copyJson, isRecord, typeName } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'

type Attributes = Record<string, unknown>
interface Needs {
  keyFor(kind: string): string
  /** Whether the input is a user in the old format. */
  isUser: boolean
}
type Types = Readonly<Record<string, string>>

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')
/** Whether the service accepts this as the kind of a context. */
export const isKind = (kind: unknown): kind is string =>
  typeof kind === 'string' && /^[\w.-]+$/.test(kind) && kind !== 'kind' && kind !== 'multi'

/** The type of each attribute, if it is present. */
const CONTEXT: Types = { key: 'string', name: 'string', anonymous: 'boolean', _meta: 'object' }
const META: Types = { secondary: 'string', privateAttributes: 'array' }
/** A user in the old format; attributes that the application adds are in `custom`. */
const USER_TEXTS = {
  name: 'string',
  firstName: 'string',
  lastName: 'string',
  email: 'string',
  country: 'string',
  avatar: 'string',
  ip: 'string',
}
const USER: Types = {
  ...USER_TEXTS,
  key: 'string',
  secondary: 'string',
  anonymous: 'boolean',
  custom: 'object',
  privateAttributeNames: 'array',
}

/**
 * The context as it is sent; `undefined` when the input is not a context. Users in the old format are converted, attributes
 * that are null are left out, and an anonymous context without a key gets one.
 */
export function readContext(input: unknown, keyFor: (kind: string) => string): Context | undefined {
  if (!isRecord(input)) return undefined
  const { kind, ...attributes } = input
  const isUser = !('kind' in input)
  const given = isUser
    ? { user: fromUser(input) }
    : kind === 'multi'
      ? attributes
      : isKind(kind) && { [kind]: attributes }
  const kinds = Object.entries(given).map(
    ([name, value]) => [name, isKind(name) && readKind(name, value, { keyFor, isUser })] as const,
  )
  const [first, second] = kinds
  if (!first || kinds.some(([, read]) => !read)) return undefined
  return second ? { kind: 'multi', ...Object.fromEntries(kinds) } : ({ kind: first[0], ...first[1] } as Context)
}

function readKind(kind: string, input: unknown, { keyFor, isUser }: Needs) {
  const attributes = readTyped(input, CONTEXT)
  const meta = attributes && readTyped(attributes['_meta'] ?? {}, META)
  if (!meta) return undefined
  const { key, anonymous, _meta, kind: _kind, ...others } = attributes
  // An empty key is allowed for users in the old format only.
  const hasKey = key !== undefined && (key !== '' || isUser)
  if (!hasKey && !anonymous) return undefined
  const { privateAttributes = [] } = meta
  if (!isTexts(privateAttributes)) return undefined
  if (!privateAttributes.length) delete meta['privateAttributes']
  return {
    key: hasKey ? key : keyFor(kind),
    ...others,
    ...(anonymous === true && { anonymous }),
    ...(Object.keys(meta)[0] && { _meta: meta }),
  }
}

function fromUser(input: Attributes): Attributes | undefined {
  const user = readTyped(input, USER)
  if (!user) return undefined
  const { custom, key, anonymous, secondary, privateAttributeNames } = user
  return {
    ...(custom as Attributes),
    ...Object.fromEntries(Object.keys(USER_TEXTS).map((name) => [name, user[name]])),
    kind: undefined,
    key,
    anonymous,
    _meta: { secondary, privateAttributes: privateAttributeNames },
  }
}

/** A copy without attributes that are null; `undefined` when it is not an object or an attribute has the wrong type. */
function readTyped(input: unknown, types: Types): Attributes | undefined {
  if (!isRecord(input)) return undefined
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  const isRight = entries.every(([name, value]) => !Object.hasOwn(types, name) || types[name] === typeName(value))
  return isRight ? Object.fromEntries(entries) : undefined
}

/** The kinds of a context, each with its attributes. A context of one kind holds its attributes itself. */
export function kindsOf(context: Context): [kind: string, attributes: Readonly<Attributes>][] {
  if (context.kind !== 'multi') return [[context.kind, context]]
  return Object.entries(context).filter(([kind]) => kind !== 'kind') as [string, Readonly<Attributes>][]
}

/** The key of each kind. */
export const keysOf = (context: Context) =>
  Object.fromEntries(kindsOf(context).map(([kind, { key }]) => [kind, key as string]))

/** The keys by storage. Where storage keeps nothing, a key lasts as long as the page. */
const generated = new WeakMap<object, Record<string, string>>()

/**
 * The key of an anonymous context without one: made once for each kind of context, and stored.
 *
 * @param make returns a new key
 */
export function anonymousKey(kind: string, storage: KeyValueStorage, make: () => string): string {
  const name = `context-key:${kind}`
  const ours = generated.get(storage) ?? {}
  generated.set(storage, ours)
  const kept = storage.get(name) ?? ours[name]
  if (kept) return kept
  const key = make()
  storage.set(name, key)
  return (ours[name] = key)
}

/** Whether the context has its keys: otherwise the client needs those that are stored. */
export function hasKeys(
  context: object,
  { readContext: read }: { readContext(input: unknown, keyFor: (kind: string) => string): unknown },
): boolean {
  let isAsked = false
  attempt(() =>
    read(copyJson(context), () => {
      isAsked = true
      return ''
    }),
  )
  return !isAsked
}

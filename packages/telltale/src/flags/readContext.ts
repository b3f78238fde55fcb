import { isRecord } from '../core/lib/isRecord.ts'
import { typeName } from '../core/lib/typeName.ts'
import type { Context } from '../core/model/context.ts'

type Attributes = Record<string, unknown>
interface Needs {
  anonymousKey(kind: string): string
  /** It is a user of the old format. */
  isUser?: boolean
}
type Types = Readonly<Record<string, string>>

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')
/** Whether the service takes this as the kind of a context. */
export const isKind = (kind: unknown): kind is string =>
  typeof kind === 'string' && /^[\w.-]+$/.test(kind) && kind !== 'kind' && kind !== 'multi'

/** The type of an attribute if it is there. */
const CONTEXT: Types = { key: 'string', name: 'string', anonymous: 'boolean', _meta: 'object' }
const META: Types = { secondary: 'string', privateAttributes: 'array' }
/** A user of the old format; what an application added is in `custom`. */
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
 * The context as it goes over the wire, or nothing when it is not one. Users of the old format are converted, what is null
 * is left out, and somebody anonymous without a key gets one.
 */
export function readContext(input: unknown, anonymousKey: (kind: string) => string): Context | undefined {
  if (!isRecord(input)) return undefined
  const { kind, ...attributes } = input
  if (!('kind' in input)) return single('user', readKind('user', fromUser(input), { anonymousKey, isUser: true }))
  if (kind !== 'multi') return isKind(kind) ? single(kind, readKind(kind, attributes, { anonymousKey })) : undefined
  const kinds = Object.entries(attributes).map(
    ([name, value]) => [name, isKind(name) ? readKind(name, value, { anonymousKey }) : undefined] as const,
  )
  const [first] = kinds
  if (!first || kinds.some(([, read]) => !read)) return undefined
  return kinds.length > 1 ? { kind: 'multi', ...Object.fromEntries(kinds) } : single(...first)
}

const single = (kind: string, attributes: Attributes | undefined): Context | undefined =>
  attributes && { kind, ...attributes }

function readKind(kind: string, input: unknown, { anonymousKey, isUser }: Needs) {
  const attributes = readTyped(input, CONTEXT)
  const meta = attributes && readTyped(attributes['_meta'] ?? {}, META)
  if (!meta) return undefined
  const { key, anonymous, _meta, ...others } = attributes
  // An empty key was allowed for the old users, and is for nobody else.
  const hasKey = key !== undefined && (key !== '' || isUser)
  if (!hasKey && !anonymous) return undefined
  const { privateAttributes = [] } = meta
  if (!isTexts(privateAttributes)) return undefined
  if (!privateAttributes.length) delete meta['privateAttributes']
  return {
    key: hasKey ? key : anonymousKey(kind),
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

/** A copy without what is null, or nothing when it is no object or one of its attributes is of the wrong type. */
function readTyped(input: unknown, types: Types): Attributes | undefined {
  if (!isRecord(input)) return undefined
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  const isRight = entries.every(([name, value]) => !Object.hasOwn(types, name) || types[name] === typeName(value))
  return isRight ? Object.fromEntries(entries) : undefined
}

import { isRecord, sameJson, writeJson } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import { kindsOf } from '../flags/readContext.ts'

type Attributes = Readonly<Record<string, unknown>>

export interface Redaction {
  allAttributesPrivate: boolean
  /** Names of attributes, or references such as `/address/street`. */
  privateAttributes: readonly string[]
}

/** The attributes by which the service identifies a context. */
const NEVER_PRIVATE = ['kind', 'key', 'anonymous', '_meta']

/**
 * The context as events contain it: private attributes are removed, and their names are listed.
 *
 * @param isAnonymousPrivate whether all attributes of an anonymous context are private
 */
export function redactContext(context: Context, redaction: Redaction, isAnonymousPrivate: boolean): Context {
  const kinds = kindsOf(context).map(
    ([kind, attributes]) => [kind, redactKind(attributes, redaction, isAnonymousPrivate)] as const,
  )
  return context.kind === 'multi' ? { kind: 'multi', ...Object.fromEntries(kinds) } : (kinds[0]?.[1] as Context)
}

function redactKind(attributes: Attributes, redaction: Redaction, isAnonymousPrivate: boolean): Attributes {
  const { allAttributesPrivate, privateAttributes } = redaction
  // A copy of the context itself: its `toJSON`, if it has one, returns what requests for flags contain.
  const { _meta, ...shown } = JSON.parse(writeJson({ ...attributes })) as Record<string, unknown>
  const { privateAttributes: own, ...meta } = (_meta ?? {}) as { privateAttributes?: readonly string[] }
  // JavaScript callers may pass a number as anonymous.
  if ('anonymous' in shown) shown['anonymous'] = Boolean(shown['anonymous'])
  const isAllPrivate = allAttributesPrivate || (isAnonymousPrivate && shown['anonymous'])
  const references = isAllPrivate ? Object.keys(shown).map(referenceTo) : [...privateAttributes, ...(own ?? [])]
  const redactedAttributes = references.filter((reference) => {
    const path = pathOf(reference)
    return !NEVER_PRIVATE.includes(path[0] ?? '') && remove(shown, path)
  })
  const more = redactedAttributes[0] ? { ...meta, redactedAttributes } : meta
  return Object.keys(more)[0] ? { ...shown, _meta: more } : shown
}

/** Removes the attribute at the path. Returns whether there was one. */
function remove(object: unknown, [name = '', ...path]: readonly string[]): boolean {
  if (!isRecord(object) || !Object.hasOwn(object, name)) return false
  return path.length ? remove(object[name], path) : delete object[name]
}

/** A reference to the attribute. A name that begins with a slash would be read as a path. */
export const referenceTo = (name: string) =>
  name.startsWith('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : name

/** Whether two contexts, as `readContext` returns them, are equal. The order of attributes and of private attributes is ignored. */
export const sameContext = (a: Context, b: Context): boolean => sameJson(comparable(a), comparable(b))

const comparable = (context: Context) =>
  Object.fromEntries(
    kindsOf(context).map(([kind, { kind: _kind, _meta, ...attributes }]) => {
      const meta = _meta as { privateAttributes?: readonly string[] } | undefined
      const paths = (meta?.privateAttributes ?? []).map((reference) => writeJson(pathOf(reference)))
      return [kind, [attributes, { ...meta, privateAttributes: [...new Set(paths)].sort() }]]
    }),
  ) as Json

/** The names in the path of a reference. */
const pathOf = (reference: string) =>
  reference.startsWith('/')
    ? reference
        .slice(1)
        .split('/')
        .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [reference]

import { isRecord } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'
import { kindsOf } from './readContext.ts'
import { pathOf } from './readContext.ts'

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
  const kinds = kindsOf(context).map(([kind, attributes]) => {
    const isAllPrivate = redaction.allAttributesPrivate || (isAnonymousPrivate && attributes['anonymous'] === true)
    return [kind, redactKind(attributes, isAllPrivate, redaction.privateAttributes)] as const
  })
  return context.kind === 'multi' ? { kind: 'multi', ...Object.fromEntries(kinds) } : (kinds[0]?.[1] as Context)
}

function redactKind(attributes: Attributes, isAllPrivate: boolean, privateAttributes: readonly string[]): Attributes {
  // A copy, as it is sent.
  const { _meta, ...shown } = JSON.parse(JSON.stringify(attributes)) as Record<string, unknown>
  const own = (isRecord(_meta) ? _meta['privateAttributes'] : undefined) ?? []
  const references = isAllPrivate ? Object.keys(shown).map(referenceTo) : [...privateAttributes, ...(own as string[])]
  const redactedAttributes = references.filter((reference) => {
    const path = pathOf(reference)
    return !NEVER_PRIVATE.includes(path[0] ?? '') && remove(shown, path)
  })
  return redactedAttributes[0] === undefined ? shown : { ...shown, _meta: { redactedAttributes } }
}

/** Removes the attribute at the path. Returns whether there was one. */
function remove(object: unknown, [name = '', ...path]: readonly string[]): boolean {
  if (!isRecord(object) || !Object.hasOwn(object, name)) return false
  return path.length ? remove(object[name], path) : delete object[name]
}

// A name that begins with a slash would be read as a path.
const referenceTo = (name: string) =>
  name.startsWith('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : name

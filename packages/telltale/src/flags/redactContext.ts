import { isRecord } from '../core/lib/isRecord.ts'
import type { Context } from '../core/model/context.ts'
import { kindsOf } from './contextKinds.ts'

type Attributes = Readonly<Record<string, unknown>>

export interface Redaction {
  allAttributesPrivate: boolean
  /** Names of attributes, or references: `/address/street`. */
  privateAttributes: readonly string[]
}

/** These are what the service knows a context by. */
const NEVER_PRIVATE = ['kind', 'key', 'anonymous', '_meta']

/**
 * The context as events show it: private attributes are left out and named.
 *
 * @param isAnonymousPrivate whether somebody anonymous has no attribute that is not private
 */
export function redactContext(context: Context, redaction: Redaction, isAnonymousPrivate: boolean): Context {
  const kinds = kindsOf(context).map(([kind, attributes]) => {
    const isAllPrivate = redaction.allAttributesPrivate || (isAnonymousPrivate && attributes['anonymous'] === true)
    return [kind, redactKind(attributes, isAllPrivate, redaction.privateAttributes)] as const
  })
  return context.kind === 'multi' ? { kind: 'multi', ...Object.fromEntries(kinds) } : (kinds[0]?.[1] as Context)
}

function redactKind(attributes: Attributes, isAllPrivate: boolean, privateAttributes: readonly string[]): Attributes {
  // A copy, as it goes over the wire.
  const { _meta, ...shown } = JSON.parse(JSON.stringify(attributes)) as Record<string, unknown>
  const own = (isRecord(_meta) ? _meta['privateAttributes'] : undefined) ?? []
  const references = isAllPrivate ? Object.keys(shown).map(referenceTo) : [...privateAttributes, ...(own as string[])]
  const redactedAttributes = references.filter((reference) => {
    const path = pathOf(reference)
    return !NEVER_PRIVATE.includes(path[0] ?? '') && remove(shown, path)
  })
  return redactedAttributes[0] === undefined ? shown : { ...shown, _meta: { redactedAttributes } }
}

/** Whether the path led to something, which is gone now. */
function remove(object: unknown, [name = '', ...path]: readonly string[]): boolean {
  if (!isRecord(object) || !Object.hasOwn(object, name)) return false
  return path.length ? remove(object[name], path) : delete object[name]
}

// A name that begins with a slash would be taken for a path.
const referenceTo = (name: string) =>
  name.startsWith('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : name

/** The names that a reference leads along. */
export const pathOf = (reference: string) =>
  reference.startsWith('/')
    ? reference
        .slice(1)
        .split('/')
        .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [reference]

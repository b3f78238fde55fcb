import type { LocalUser } from '../../../src/users/usersFile.ts'
import { readVariation } from '../flags/variationText.ts'

/** One attribute of somebody as it is being edited. */
export interface AttributeRow {
  readonly name: string
  readonly text: string
  readonly type: 'text' | 'json'
}

export type Identity = LocalUser['identity']

export function attributeRows(identity: Identity): readonly AttributeRow[] {
  return Object.entries(identity).map(([name, value]) =>
    typeof value === 'string'
      ? { name, text: value, type: 'text' }
      : { name, text: JSON.stringify(value) ?? 'null', type: 'json' },
  )
}

export type ReadRows =
  | { readonly outcome: 'ok'; readonly identity: Identity }
  /** `problems`: by the place of the row, or -1 for all of them. */
  | { readonly outcome: 'invalid'; readonly problems: ReadonlyMap<number, string> }

/** Who it would be with these attributes. A row without a name and a value is not there yet. */
export function readRows(rows: readonly AttributeRow[]): ReadRows {
  const problems = new Map<number, string>()
  const identity: Record<string, unknown> = {}
  for (const [index, { name, text, type }] of rows.entries()) {
    if (name === '' && text === '') continue
    const value = readVariation(text, type)
    if (name === '') problems.set(index, 'It needs a name.')
    else if (Object.hasOwn(identity, name)) problems.set(index, 'There is an attribute of that name.')
    else if (value === undefined) problems.set(index, 'That is no JSON.')
    identity[name] = value
  }
  const id = identity['unique_identity']
  if (problems.size === 0 && (typeof id !== 'string' || id === ''))
    problems.set(-1, 'Somebody needs a "unique_identity", a text.')
  if (problems.size > 0) return { outcome: 'invalid', problems }
  return { outcome: 'ok', identity: identity as Identity }
}

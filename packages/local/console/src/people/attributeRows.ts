import type { LocalUser } from '../../../src/users/usersFile.ts'
import { readVariation } from '../flags/variationText.ts'

/** One attribute of a person that is being edited. */
export interface AttributeRow {
  readonly name: string
  readonly text: string
  readonly type: 'text' | 'json'
  /** Added in the form: its name can be edited. */
  readonly isNew?: true
}

export type Identity = LocalUser['identity']

export function attributeRows(identity: Identity): readonly AttributeRow[] {
  return Object.entries(identity).map(([name, value]) =>
    typeof value === 'string'
      ? { name, text: value, type: 'text' }
      : { name, text: JSON.stringify(value) ?? 'null', type: 'json' },
  )
}

/** Whether the text can mean two values: itself, and what it is as JSON. */
export function canBeJson({ text, type }: AttributeRow): boolean {
  return type === 'json' || readVariation(text, 'json') !== undefined
}

/** What was left blank for a new person is left out. Rows keep their places, because problems are reported by place. */
export function withoutBlank(rows: readonly AttributeRow[]): readonly AttributeRow[] {
  return rows.map((row) => (row.text.trim() === '' && row.type === 'text' ? { ...row, name: '', text: '' } : row))
}

export type ReadRows =
  | { readonly outcome: 'ok'; readonly identity: Identity }
  /** `problems`: by the index of the row, or -1 for all of them. */
  | { readonly outcome: 'invalid'; readonly problems: ReadonlyMap<number, string> }

/** The person that these rows describe. A row without a name and a value is ignored. */
export function readRows(rows: readonly AttributeRow[]): ReadRows {
  const problems = new Map<number, string>()
  const attributes = new Map<string, unknown>()
  for (const [index, { name, text, type }] of rows.entries()) {
    if (name === '' && text === '') continue
    const value = readVariation(text, type)
    if (name === '') problems.set(index, 'A name is required.')
    else if (attributes.has(name)) problems.set(index, 'An attribute with this name already exists.')
    else if (value === undefined) problems.set(index, 'Invalid JSON.')
    attributes.set(name, value)
  }
  const id = attributes.get('unique_identity')
  if (problems.size === 0 && (typeof id !== 'string' || id === ''))
    problems.set(-1, 'unique_identity is required and must be a string.')
  if (problems.size > 0) return { outcome: 'invalid', problems }
  return { outcome: 'ok', identity: Object.fromEntries(attributes) as Identity }
}
